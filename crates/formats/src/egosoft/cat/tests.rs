use super::*;
use crate::LoadOptions;
use ::scene::{Files, Memory};
use std::path::PathBuf;

fn sample() -> (Vec<u8>, Vec<u8>) {
    pack_memory(
        &[("Assets/My Ship.xml", b"<a/>"), ("assets/x.xmf", b"XUMF..."), ("libraries/empty.xml", b"")],
        1_400_000_000,
    )
}

fn archive() -> Archive {
    let (text, data) = sample();
    Archive::new(text, Box::new(data), "01.cat").unwrap()
}

fn found(text: &[u8], data: Option<&[u8]>) -> Vec<&'static str> {
    let mut files = Memory::default();
    if let Some(data) = data {
        files.insert("dir/01.dat", data);
    }
    let options = LoadOptions::default();
    let mut sink = Sink::new();
    let cx = Context { files: &files, path: "dir/01.cat", options: &options };
    Cat::read(&mut Reader::new(text)).unwrap().check(&cx, &mut sink);
    sink.findings().iter().map(|f| f.code.id).collect()
}

fn folder(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("xenomesh-cat-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

#[test]
fn lines_split_from_the_right() {
    let (text, _) = sample();
    let c = Catalog::parse(text).unwrap();
    let e = c.entries();
    assert_eq!(
        (c.path(&e[0]).as_str(), e[0].size, e[0].offset, e[0].mtime),
        ("Assets/My Ship.xml", 4, 0, 1_400_000_000)
    );
    assert_eq!((e[1].offset, c.total(), c.md5(&e[2])), (4, 11, Some([0; 16])));
    let c = Catalog::parse(b"a b 0007 -12 x\r\nc 9999999999999999999 0 ".to_vec()).unwrap();
    let e = c.entries();
    assert_eq!(
        (c.path(&e[0]).as_str(), e[0].size, e[0].mtime, c.md5_text(&e[0])),
        ("a b", 7, -12, &b"x"[..])
    );
    assert_eq!((e[1].size, c.md5_text(&e[1])), (9_999_999_999_999_999_999, &b""[..]));
    for bad in [
        "path 1 2",
        "x y z w",
        " 1 2 3",
        "a 99999999999999999999 1 0",
        "a  1 0",
        "a 1  0",
        "a 1 - 0",
        "a -1 1 0",
    ] {
        assert_eq!(Catalog::parse(bad.into()).unwrap_err().code().id, "CAT_LINE", "{bad:?}");
    }
}

#[test]
fn every_spelling_comes_back() {
    let odd: &[&[u8]] =
        &[b"", b"\n", b"a 1 2 00", b"a 007 2 00\r\n\n b 1 -5 zz\n", b"\xff 1 2 3\n", &sample().0];
    for text in odd {
        let mut r = Reader::new(text).with_trace();
        let c = Cat::read(&mut r).unwrap();
        assert_eq!(&c.write(), text);
        assert_eq!(r.take_trace().unwrap().untiled(text.len() as u64), None);
        let mut json = Vec::new();
        c.dump(&mut json).unwrap();
        assert_eq!(&crate::build(&json).unwrap().write(), text);
    }
}

#[test]
fn an_archive_is_a_file_system() {
    let a = archive();
    assert_eq!(a.read("ASSETS/my ship.XML").unwrap(), b"<a/>");
    assert_eq!(a.resolve("assets\\X.xmf").as_deref(), Some("assets/x.xmf"));
    assert_eq!(a.resolve("../assets/x.xmf"), None);
    let names = |f: &str| a.list(f).into_iter().map(|e| (e.name, e.folder)).collect::<Vec<_>>();
    assert_eq!(names("assets"), [("My Ship.xml".into(), false), ("x.xmf".into(), false)]);
    assert_eq!(names("").len(), 2);
    assert!(names("").iter().all(|n| n.1));
}

#[test]
fn damage_is_found() {
    let (text, data) = sample();
    assert_eq!(found(&text, Some(&data)), [""; 0]);
    assert_eq!(found(&text, None), ["CAT_NO_DATA"]);
    assert_eq!(found(&text, Some(&data[..10])), ["CAT_DATA_SIZE"]);
    let mut bad = data.clone();
    bad[6] ^= 1;
    assert_eq!(found(&text, Some(&bad)), ["CAT_MD5"]);
    assert_eq!(
        found(b"../../etc/passwd 0 1 00000000000000000000000000000000", None),
        ["CAT_LINE_END", "CAT_PATH"]
    );
    assert_eq!(
        found(b"a 0 1 0\nA 0 1 00000000000000000000000000000000\n", None),
        ["CAT_MD5_TEXT", "CAT_DUPLICATE"]
    );
    let (text, data) = sample();
    let a = Archive::new(text, Box::new(bad), "01.cat").unwrap().verified();
    assert!(a.read("assets/x.xmf").unwrap_err().to_string().contains("MD5"));
    assert!(a.read("assets/my ship.xml").is_ok());
    let (text, _) = sample();
    let short = Archive::new(text, Box::new(data[..8].to_vec()), "01.cat").unwrap();
    assert!(short.read("assets/x.xmf").unwrap_err().to_string().contains("01.dat ends before"));
}

#[test]
fn unpacking_stays_inside_and_packing_gives_it_back() {
    let dir = folder("unpack");
    let (mut text, mut data) = sample();
    text.extend_from_slice(b"../evil.txt 4 1 00000000000000000000000000000000\n");
    data.extend_from_slice(b"evil");
    let a = Archive::new(text, Box::new(data), "01.cat").unwrap();
    let all = select(&a, &[]);
    let out = dir.join("out");
    let mut last = 0;
    let done = unpack(&a, &all, &out, true, Existing::Refuse, &mut |p| last = p.files).unwrap();
    assert_eq!((done.written, done.failed.len(), last), (3, 1, 4));
    assert!(!dir.join("evil.txt").exists());
    assert_eq!(std::fs::read(out.join("Assets/My Ship.xml")).unwrap(), b"<a/>");
    let again =
        unpack(&a, &select(&a, &["*.XML".into()]), &out, false, Existing::Refuse, &mut |_| {}).unwrap();
    assert_eq!((again.written, again.failed.len()), (0, 2));
    let cat = dir.join("ext_01.cat");
    assert_eq!(pack(&out, &cat, false, &mut |_| {}).unwrap(), 3);
    assert!(pack(&out, &cat, false, &mut |_| {}).is_err(), "does not overwrite");
    let files = ::scene::Folder::new(&dir);
    let back = Archive::open(&files, "ext_01.cat").unwrap().verified();
    assert_eq!(back.read("assets/x.xmf").unwrap(), b"XUMF...");
    assert!(
        std::fs::read_dir(&dir).unwrap().all(|e| !e.unwrap().path().to_string_lossy().ends_with(".part"))
    );
    std::fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn of_one_path_the_last_entry_counts() {
    let (text, data) = pack_memory(&[("a.xml", b"old"), ("b.xml", b"b"), ("A.xml", b"new")], 1);
    let a = Archive::new(text, Box::new(data), "01.cat").unwrap();
    let paths: Vec<String> = select(&a, &["*.xml".into()]).into_iter().map(|e| a.catalog().path(e)).collect();
    assert_eq!(paths, ["b.xml", "A.xml"]);
    assert_eq!(a.read("a.xml").unwrap(), b"new");
}

#[test]
fn a_game_folder_is_layered() {
    let mut m = Memory::default();
    let mut add = |cat: &str, files: &[(&str, &[u8])]| {
        let (text, data) = pack_memory(files, 1);
        m.insert(format!("{cat}.cat"), text);
        m.insert(format!("{cat}.dat"), data);
    };
    add("01", &[("a.xml", b"base"), ("b.xml", b"base"), ("gone.xml", b"base"), ("libraries/l.xml", b"base")]);
    add("02", &[("A.XML", b"second"), ("gone.xml", b"")]);
    add("04", &[("a.xml", b"never: 03 is missing")]);
    add("01_sig", &[("a.xml", b"never: a signature")]);
    add("extensions/dlc/subst_01", &[("b.xml", b"subst")]);
    add("extensions/dlc/ext_01", &[("libraries/l.xml", b"ext")]);
    add("extensions/dlc/ext_v400", &[("only400.xml", b"400")]);
    add("extensions/dlc/ext_v410", &[("only410.xml", b"410")]);
    add("extensions/off/ext_01", &[("x.xml", b"off")]);
    m.insert("extensions/off/content.xml", *b"<content enabled=\"0\"/>");
    m.insert("version.dat", *b"400\n");
    let g = merge_catalogs(&m, None).unwrap();
    assert_eq!(g.read("a.xml").unwrap(), b"second");
    assert_eq!(g.read("b.xml").unwrap(), b"subst");
    assert_eq!(g.resolve("gone.xml"), None);
    assert_eq!(g.read("libraries/l.xml").unwrap(), b"base");
    assert_eq!(g.read("extensions/dlc/libraries/l.xml").unwrap(), b"ext");
    assert!(
        g.resolve("extensions/dlc/only400.xml").is_some()
            && g.resolve("extensions/dlc/only410.xml").is_none()
    );
    assert_eq!(g.resolve("extensions/off/x.xml"), None);
    assert_eq!(g.list("extensions").len(), 1);
    m.insert("05.cat", *b"");
    let mut broken = Memory::default();
    broken.insert("01.cat", *b"a 1 1 0\n");
    assert!(merge_catalogs(&broken, None).err().unwrap().to_string().contains("01.dat is missing"));
}

#[test]
fn packing_leaves_out_what_lies_next_to_catalogs() {
    let dir = std::env::temp_dir().join(format!("xenomesh-pack-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    let (from, old) = (dir.join("mod"), dir.join("old"));
    for (path, text) in [
        ("mod/content.xml", "<content/>"),
        ("mod/ext_01.cat", "x 1 1 0"),
        ("mod/ext_01.dat", "x"),
        ("mod/ext_01.sig", "x"),
        ("mod/version.dat", "400"),
        ("mod/sub/content.xml", "<content/>"),
        ("mod/gone.xml", ""),
        ("mod/a/Same.xml", "same"),
        ("mod/a/edited.xml", "new"),
        ("old/A/same.xml", "same"),
        ("old/A/edited.xml", "old"),
    ] {
        let path = dir.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let cat = dir.join("new.cat");
    let names = |cat: &std::path::Path| -> Vec<String> {
        let text = std::fs::read_to_string(cat).unwrap();
        text.lines().map(|l| l.rsplitn(4, ' ').last().unwrap().to_owned()).collect()
    };
    let packed = pack_with(&from, &cat, PackOptions::default(), &mut |_| {}).unwrap();
    assert_eq!(names(&cat), ["a/edited.xml", "a/Same.xml", "gone.xml", "sub/content.xml", "version.dat"]);
    assert_eq!(packed.left_out, ["content.xml", "ext_01.cat", "ext_01.dat", "ext_01.sig"]);
    assert_eq!((packed.files, packed.empty), (5, vec!["gone.xml".to_owned()]));
    let options = PackOptions { replace: true, changed_from: Some(&old) };
    let packed = pack_with(&from, &cat, options, &mut |_| {}).unwrap();
    assert_eq!(names(&cat), ["a/edited.xml", "gone.xml", "sub/content.xml", "version.dat"]);
    assert_eq!(packed.unchanged, 1);
    std::fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn a_name_that_is_file_and_folder_at_once_is_one_failed_entry() {
    let dir = std::env::temp_dir().join(format!("xenomesh-both-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    let (text, data) = pack_memory(&[("a", b"file"), ("a/b.txt", b"inside"), ("c.txt", b"after")], 1);
    let archive = Archive::new(text, Box::new(data), "x.cat").unwrap();
    let done = unpack(&archive, &select(&archive, &[]), &dir, false, Existing::Refuse, &mut |_| {}).unwrap();
    assert_eq!((done.written, done.failed.len(), done.failed[0].0.as_str()), (2, 1, "a/b.txt"));
    std::fs::remove_dir_all(&dir).unwrap();
}
