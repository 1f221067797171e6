//! Converts a folder of models to GLB: `cargo run -p xenomesh --example convert_folder -- models out`.

use xenomesh::{Converter, Event, Status};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(input), Some(output)) = (arguments.next(), arguments.next()) else {
        return Err("usage: convert_folder MODELS OUT".into());
    };
    let done = Converter::new()
        .motions_auto()
        .skip_existing()
        .progress(|event| {
            if let Event::Finished { job, of, converted } = event {
                println!("{}/{of} {} → {}", job + 1, converted.label, converted.output.display());
            }
        })
        .write([input], output)?;
    for failed in done.iter().filter(|c| c.status == Status::Failed) {
        if let Some(error) = &failed.error {
            eprintln!("{}: {error}", failed.label);
        }
    }
    Ok(())
}
