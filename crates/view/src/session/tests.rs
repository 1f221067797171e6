use super::*;

#[test]
fn byte_maps_of_a_few_files_are_kept() {
    let session = Session::new(Vec::new(), Recipe::default(), 0);
    for id in 0..50 {
        session.keep_layout(id, ByteMap { data: vec![0; 1000].into(), ranges: Vec::new() });
    }
    assert!(session.layout(49).is_some() && session.layout(48).is_some());
    assert_eq!((0..50).filter(|id| session.layout(*id).is_some()).count(), 3);
}

fn sample(path: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../samples/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn empty() -> Session {
    Session::new(Vec::new(), Recipe { textures: Some(Vec::new()), ..Recipe::default() }, 1 << 24)
}

#[test]
fn a_catalog_waits_for_its_data_and_then_opens_like_a_folder() {
    let session = empty();
    let first = session.upload("game/ship.cat", sample("egosoft/ship.cat")).unwrap();
    assert!(first.kind == "archive" && first.id.is_none() && first.error.is_some());
    let second = session.upload("game/ship.dat", sample("egosoft/ship.dat")).unwrap();
    let id = second.id.unwrap();
    assert_eq!((second.name.as_str(), second.error), ("game/ship.cat", None));
    let list = session.list();
    assert!(list.len() > 3 && list.iter().all(|l| l.name.starts_with("game/ship.cat:")));
    let answer = session.answer("glb", &format!("id={id}"), None);
    assert_eq!((answer.status, answer.body.get(..4)), (200, Some(&b"glTF"[..])));
    // The same archive again replaces its entries.
    session.upload("game/ship.dat", sample("egosoft/ship.dat")).unwrap();
    assert_eq!(session.list().len(), list.len());
}

#[test]
fn an_ipf_opens_and_a_broken_one_says_why() {
    let session = empty();
    let done = session.upload("char_hi.ipf", sample("tos-game/data/char_hi.ipf")).unwrap();
    assert!(done.id.is_some() && done.error.is_none());
    let broken = session.upload("x.ipf", b"no archive".to_vec()).unwrap();
    assert!(broken.id.is_none() && broken.error.is_some_and(|e| !e.is_empty()));
}

#[test]
fn what_changes_something_needs_a_body_and_what_looks_has_none() {
    let session = empty();
    for (name, body, status) in [
        ("upload", None, 404),
        ("posed", None, 404),
        ("list", Some(Vec::new()), 404),
        ("list", None, 200),
        ("about", None, 200),
        ("elsewhere", None, 404),
    ] {
        assert_eq!(session.answer(name, "name=a&id=0&to=glb", body).status, status, "{name}");
    }
    assert_eq!(session.answer("glb", "id=x", None).status, 400);
    assert_eq!(session.answer("glb", "id=7", None).status, 404);
}
