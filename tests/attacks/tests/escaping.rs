//! Names out of files come out inert in every language that is written: the structure of an output does not depend on them.
//! (The terminal has its own tests: `terminal.rs` and `hostile.rs` of the program. No output is CSV.)
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test")]

use attacks::{HOSTILE, hostile_scene, root};
use scene::Scene;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use wire::Sink;

/// A model that calls everything by one name.
fn named(name: &str) -> Scene {
    let mut scene = hostile_scene(&[]);
    scene.name = name.into();
    scene.nodes.iter_mut().for_each(|n| n.name = name.into());
    scene.meshes.iter_mut().for_each(|m| m.name = name.into());
    scene.materials.iter_mut().for_each(|m| m.name = name.into());
    scene.animations.iter_mut().for_each(|a| a.name = name.into());
    for image in &mut scene.images {
        image.file = format!("{name}.png");
        image.data = Some(scene::textures::one_color([1, 2, 3]).into());
        image.mime = "image/png".into();
    }
    scene
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap_or_else(|e| panic!("not UTF-8: {e}"))
}

fn no_controls(what: &str, text: &str) {
    let bad = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'));
    assert_eq!(bad, None, "{what}: {text:?}");
}

/// Names of all tags and attributes of XML or HTML, with what is in scripts left out.
fn skeleton(xml: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let mut rest = xml;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let word: String =
            rest.chars().take_while(|c| !c.is_whitespace() && !matches!(c, '>' | '/')).collect();
        // Attributes, by what stands before `="`.
        let end = tag_end(rest);
        let quoted = rest[..end].split('"').step_by(2);
        let keys = quoted.filter_map(|part| part.trim_end().strip_suffix('=')?.split_whitespace().last());
        out.extend(keys.map(|k| format!("{word} {k}")));
        rest = &rest[end..];
        if word == "script" {
            rest = rest.find("</script").map_or("", |at| &rest[at..]);
        }
        out.insert(word);
    }
    out
}

/// Where a tag ends: at the first `>` that is in no quotes.
fn tag_end(tag: &str) -> usize {
    let mut quoted = false;
    for (i, c) in tag.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '>' if !quoted => return i,
            _ => {}
        }
    }
    tag.len()
}

#[test]
fn obj_and_mtl() {
    let known = ["#", "mtllib", "o", "g", "v", "vt", "vn", "f", "usemtl", "s", "l", "p"];
    let surface = [
        "#", "newmtl", "Kd", "Ka", "Ks", "Ke", "Ns", "Ni", "d", "Tr", "illum", "map_Kd", "map_Ke", "map_d",
        "map_Bump", "bump", "norm", "map_Ks", "Pm", "Pr", "refl",
    ];
    for name in HOSTILE {
        let made = scene::obj::write(&named(name), name);
        let mut files = vec![("x.obj".to_owned(), made.obj)];
        files.extend(made.files);
        for (file, bytes) in files.iter().filter(|f| !f.0.ends_with(".png")) {
            let (text, words): (String, &[&str]) =
                if file.ends_with(".obj") { (text(bytes), &known) } else { (text(bytes), &surface) };
            no_controls(&format!("{file} of {name:?}"), &text);
            for line in text.lines().filter(|l| !l.trim().is_empty()) {
                let word = line.split_whitespace().next().unwrap();
                assert!(words.contains(&word), "{file} of {name:?}: {line:?}");
                assert!(!line.starts_with("map_") || !line.contains(['/', '\\']), "{name:?}: {line:?}");
            }
            assert!(text.lines().filter(|l| l.starts_with("newmtl ")).count() <= 1, "{text}");
        }
    }
}

#[test]
fn svg_dot_and_mermaid() {
    let bytes = std::fs::read(root().join("samples/anark/menu.bgp")).unwrap();
    let document =
        (formats::by_id("bgp").unwrap().read)(&mut wire::Reader::new(&bytes), &mut Sink::new()).unwrap();
    let mut json = Vec::new();
    document.dump(&mut json).unwrap();
    let drawn = |name: &str, kind: &str| {
        let quoted = serde_json::to_string(name).unwrap();
        let mut json = text(&json);
        for old in ["\"intro\"", "\"onDone\"", "\"options\"", "\"gameface\"", "\"show\""] {
            json = json.replace(old, &quoted);
        }
        formats::build(json.as_bytes()).unwrap().draw(kind).unwrap()
    };
    // What is in quotes, taken out: an escaped quote does not end it.
    let outside = |text: &str| {
        let (mut out, mut quoted, mut escaped) = (String::new(), false, false);
        for c in text.chars() {
            match c {
                '"' if !escaped => quoted = !quoted,
                _ if !quoted => out.push(c),
                _ => {}
            }
            escaped = c == '\\' && !escaped;
        }
        assert!(!quoted, "{text}");
        out
    };
    for name in HOSTILE.iter().filter(|n| !n.is_empty()) {
        for kind in ["svg", "dot", "mmd"] {
            no_controls(&format!("{kind} of {name:?}"), &drawn(name, kind));
        }
        assert_eq!(skeleton(&drawn(name, "svg")), skeleton(&drawn("plain", "svg")), "{name:?}");
        assert_eq!(outside(&drawn(name, "dot")), outside(&drawn("plain", "dot")), "{name:?}");
        let mermaid = drawn(name, "mmd");
        assert_eq!(mermaid.lines().count(), drawn("plain", "mmd").lines().count(), "{name:?}: {mermaid}");
        assert!(!mermaid.lines().any(|l| l.trim_start().starts_with("click")), "{name:?}: {mermaid}");
    }
}

#[test]
fn collada_and_components() {
    let plain = skeleton(&text(&formats::anark::collada(&named("plain")).dae));
    let mut written = 0;
    for name in HOSTILE {
        let dae = text(&formats::anark::collada(&named(name)).dae);
        no_controls(&format!("{name:?}"), &dae);
        assert_eq!(skeleton(&dae), plain, "{name:?}");
        let format = formats::by_id("component").unwrap();
        let options = formats::WriteOptions { file_name: "x.xml".into(), ..Default::default() };
        let Ok(made) = format.make(&named(name), &options, &mut Sink::new()) else { continue };
        written += 1;
        let xml = text(&made[0].bytes);
        no_controls(&format!("{name:?}"), &xml);
        for evil in ["<script", "<img", "<!--", "<![CDATA["] {
            assert!(!xml.contains(evil) || evil == "<!--" && !xml.contains("<!-- -->"), "{name:?}: {xml}");
        }
    }
    assert!(written * 2 > HOSTILE.len(), "{written} components were written");
}

#[test]
fn the_page_of_a_gallery() {
    let page = |name: &str| {
        let options = scene::gltf::WriteOptions::default();
        let glb = scene::gltf::write_glb(&named(name), &options, &mut Sink::new()).unwrap();
        let items = vec![view::gallery::Item {
            source: xenomesh::Source::in_memory("x.glb", glb),
            relative: format!("{name}/x.glb").replace(['\0', '\n'], " "),
        }];
        let written = Mutex::new(Vec::new());
        let write = |path: &Path, bytes: &[u8]| {
            written.lock().unwrap().push((path.to_owned(), bytes.to_vec()));
            Ok(())
        };
        let look = view::raster::Look { size: [32, 32], ..Default::default() };
        let options = view::gallery::Options {
            title: name.into(),
            loader: xenomesh::Recipe::new(&xenomesh::ConvertOptions::default()).unwrap(),
            shot: view::thumb::Shot { look, ..Default::default() },
            glb: false,
            private: false,
        };
        view::gallery::write(&items, Path::new("no such folder"), &options, &write, &|| {}).unwrap();
        let written = written.into_inner().unwrap();
        let page = written.iter().find(|f| f.0.ends_with("index.html")).unwrap();
        text(&page.1)
    };
    let plain = page("plain");
    for name in HOSTILE {
        let html = page(name);
        assert_eq!(skeleton(&html), skeleton(&plain), "{name:?}");
        assert_eq!(html.matches("</script").count(), plain.matches("</script").count(), "{name:?}");
    }
}
