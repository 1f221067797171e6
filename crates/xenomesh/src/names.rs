//! Names of outputs next to each other.

use std::collections::HashMap;

/// `<name without its format extension>.<extension>` for each input path; where two would collide, each keeps its full
/// name.
pub fn outputs(relative: &[&str], extension: &str) -> Vec<String> {
    let short: Vec<String> = relative
        .iter()
        .map(|path| {
            let (folder, name) = path.rsplit_once('/').map_or(("", *path), |(d, n)| (d, n));
            let stem = formats::stem(name);
            if folder.is_empty() {
                format!("{stem}.{extension}")
            } else {
                format!("{folder}/{stem}.{extension}")
            }
        })
        .collect();
    let mut seen: HashMap<String, usize> = HashMap::new();
    for name in &short {
        *seen.entry(name.to_lowercase()).or_default() += 1;
    }
    let clash = |name: &String| seen.get(&name.to_lowercase()).is_some_and(|n| *n > 1);
    short
        .into_iter()
        .zip(relative)
        .map(|(name, path)| if clash(&name) { format!("{path}.{extension}") } else { name })
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn twins_keep_their_full_names() {
        let names = super::outputs(&["a/x.foo", "a/X.bar", "y.foo"], "png");
        assert_eq!(names, ["a/x.foo.png", "a/X.bar.png", "y.png"]);
    }
}
