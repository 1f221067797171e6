use super::*;

fn sample() -> Vec<u8> {
    let json = br#"{"asset":{"version":"2.0"}}  "#;
    let mut w = Writer::default();
    w.bytes(MAGIC);
    w.u32(2);
    w.u32(12 + 8 + json.len() as u32);
    w.u32(json.len() as u32);
    w.bytes(b"JSON");
    w.bytes(json);
    w.finish()
}

#[test]
fn a_glb_survives_write_dump_and_build() {
    for bytes in [sample(), [sample(), vec![0xff, 1]].concat(), br#"{"asset":{"version":"2.0"}}"#.to_vec()] {
        let mut r = Reader::new(&bytes).with_trace();
        let doc = read(&mut r, &mut Sink::new()).unwrap();
        assert_eq!(doc.write(), bytes);
        assert_eq!(r.take_trace().unwrap().untiled(bytes.len() as u64), None);
        let mut json = Vec::new();
        doc.dump(&mut json).unwrap();
        assert_eq!(crate::build(&json).unwrap().write(), bytes);
    }
}

#[test]
fn a_wrong_length_is_found_and_fixed() {
    let mut bytes = sample();
    bytes[8] = 0xff;
    let mut sink = Sink::new();
    let mut doc = read(&mut Reader::new(&bytes), &mut sink).unwrap();
    assert!(sink.has(&rules::GLB_LENGTH));
    let options = crate::LoadOptions::default();
    doc.fix(&Context { files: &scene::Memory::default(), path: "x.glb", options: &options });
    assert_eq!(doc.write(), sample());
}
