//! A mod around ships, in the layout that X4 loads from `extensions/<mod>/`.
//!
//! | file | what |
//! |---|---|
//! | `content.xml` | id, name, author and version |
//! | `index/components.xml`, `index/macros.xml` | where the game finds what by its name |
//! | `assets/units/size_…/NAME.xml`, `NAME_data/`, `NAME_data.ani` | the component, its meshes, its animations |
//! | `assets/units/size_…/macros/NAME_macro.xml` | the ship's own macro, or a skeleton to fill in |
//! | `libraries/material_library.xml` | a `<diff>` that adds the ship's materials |
//! | `assets/textures/…` | pictures of these materials, if they are there |
//!
//! Every path in these files starts with `extensions\<mod>\`.

use super::component::{Component, Finder, Model, companions};
use super::find;
use super::materials::{Entry, Library, split};
use super::xmf::Xmf;
use super::xml::{Edits, Xml};
use crate::{Context, LoadOptions};
use quick_xml::escape::escape;
use scene::{Files, file_name, safe_relative};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Error, Reader, Result};

/// A component that goes into the mod.
pub struct Ship<'a> {
    /// The file system it is in.
    pub files: &'a dyn Files,
    /// Its XML in there.
    pub path: &'a str,
}

/// What the mod is called.
#[derive(Debug, Clone, Default)]
pub struct About {
    /// Folder and id.
    pub id: String,
    /// Shown to players; the id if empty.
    pub title: String,
    /// May be empty.
    pub author: String,
    /// `2026-01-31`, or empty.
    pub date: String,
}

/// A mod that was made.
#[derive(Debug, Clone, Default)]
pub struct ModFiles {
    /// Path below the mod's folder, and bytes, in order.
    pub files: BTreeMap<String, Vec<u8>>,
    /// What is left to do, one sentence each.
    pub notes: Vec<String>,
}

/// Makes the files of a mod.
pub fn new_mod(about: &About, ships: &[Ship<'_>]) -> Result<ModFiles> {
    let mut work = Work {
        id: about.id.clone(),
        made: ModFiles::default(),
        materials: BTreeMap::new(),
        index: [Vec::new(), Vec::new()],
    };
    for ship in ships {
        work.add(ship)?;
    }
    let [components, macros] = std::mem::take(&mut work.index);
    work.put("index/components.xml", index(&components));
    work.put("index/macros.xml", index(&macros));
    if !work.materials.is_empty() {
        let text = library(&work.materials);
        work.put("libraries/material_library.xml", text);
    }
    work.put("content.xml", content(about));
    Ok(work.made)
}

/// Materials by collection and name.
type Materials = BTreeMap<String, BTreeMap<String, Entry>>;

struct Work {
    id: String,
    made: ModFiles,
    materials: Materials,
    /// Names and paths of components and of macros.
    index: [Vec<(String, String)>; 2],
}

impl Work {
    fn put(&mut self, path: &str, text: String) {
        self.made.files.insert(path.to_owned(), text.into_bytes());
    }

    /// A path of the mod as the game's files spell it.
    fn game_path(&self, path: &str) -> String {
        format!("extensions\\{}\\{}", self.id, path.replace('/', "\\"))
    }

    fn add(&mut self, ship: &Ship<'_>) -> Result<()> {
        let bytes = ship.files.read(ship.path).map_err(|e| Error::new(&crate::UNREADABLE, e.to_string()))?;
        let component = Component { xml: Xml::parse(&bytes)? };
        let xml = &component.xml;
        let model = Model::new(xml)?;
        let stem = crate::registry::stem(file_name(ship.path));
        let name = if model.name.is_empty() { stem.to_owned() } else { model.name.clone() };
        let size =
            model.class.rsplit('_').next().filter(|s| ["xs", "s", "m", "l", "xl"].contains(s)).unwrap_or("s");
        let folder = format!("assets/units/size_{size}");
        let mut edits = Edits::default();
        let geometry = self.game_path(&format!("{folder}/{name}_data"));
        if let Some(source) = xml.child(model.element, "source") {
            edits.set_attr(xml, source, "geometry", &geometry);
        } else {
            self.made.notes.push(format!("{name} has no <source geometry=…>: it has no meshes of its own"));
        }
        self.made.files.insert(format!("{folder}/{name}.xml"), edits.apply(&bytes));
        let options = LoadOptions::default();
        let cx = Context { files: ship.files, path: ship.path, options: &options };
        let mut used: BTreeSet<String> = BTreeSet::new();
        for (file, bytes) in companions(&component, &cx) {
            if let Ok(xmf) = Xmf::read(&mut Reader::new(&bytes)) {
                used.extend(xmf.material_list());
            }
            let lower = file.to_lowercase();
            let path = match lower.rsplit_once('.') {
                Some((_, "ani")) => format!("{folder}/{name}_data.ani"),
                Some((_, "xmf")) => format!("{folder}/{name}_data/{file}"),
                _ => continue,
            };
            self.made.files.insert(path, bytes);
        }
        self.add_cooked(&model, &cx, &format!("{folder}/{name}_data"));
        self.index[0].push((name.clone(), self.game_path(&format!("{folder}/{name}"))));
        self.add_macro(ship, &model, &name, &folder);
        self.add_materials(ship, &used);
        Ok(())
    }

    /// The engine's own physics next to the meshes; they fit as long as the collision meshes are those they were made of.
    fn add_cooked(&mut self, model: &Model<'_>, cx: &Context<'_>, folder: &str) {
        let Some(from) = Finder::new(model, cx).geometry_folder() else { return };
        let before = self.made.files.len();
        for part in model.connections.iter().flat_map(|c| &c.parts) {
            for file in ["hull", "mesh"].map(|kind| format!("{}-{kind}.jcs", part.name)) {
                let found = cx.files.resolve(&find::below(&from, &file));
                if let Some(bytes) = found.and_then(|path| cx.files.read(&path).ok()) {
                    self.made.files.insert(format!("{folder}/{file}"), bytes);
                }
            }
        }
        let count = self.made.files.len() - before;
        if count > 0 {
            self.made.notes.push(format!(
                "{count} .jcs files (cooked physics) are copied: remove those of parts whose collision mesh you changed"
            ));
        }
    }

    /// The macro next to the component, or a skeleton.
    fn add_macro(&mut self, ship: &Ship<'_>, model: &Model<'_>, name: &str, folder: &str) {
        let own = format!("{name}_macro");
        let companion =
            find::ancestors(ship.path).next().map(|dir| find::below(dir, &format!("macros/{own}.xml")));
        let found = companion.and_then(|p| ship.files.resolve(&p)).and_then(|p| ship.files.read(&p).ok());
        let bytes = found.unwrap_or_else(|| {
            self.made
                .notes
                .push(format!("{own}.xml is a skeleton: fill in hull, mass, crew and what is attached"));
            skeleton(&own, name, &model.class).into_bytes()
        });
        let path = format!("{folder}/macros/{own}");
        self.index[1].push((own, self.game_path(&path)));
        self.made.files.insert(format!("{path}.xml"), bytes);
    }

    fn add_materials(&mut self, ship: &Ship<'_>, used: &BTreeSet<String>) {
        let library = Library::load(ship.files, ship.path);
        for name in used {
            let Some((collection, material)) = split(name) else { continue };
            let Some(entry) = library.as_ref().and_then(|l| l.get(name)) else {
                self.made.notes.push(format!("material {name} is in no library here; the game must have it"));
                continue;
            };
            let mut entry = entry.clone();
            for p in entry.properties.iter_mut().filter(|p| p.ty.eq_ignore_ascii_case("bitmap")) {
                if let Some(path) = self.add_picture(ship, &p.value) {
                    p.value = path;
                }
            }
            self.materials.entry(collection.to_owned()).or_default().insert(material.to_owned(), entry);
        }
    }

    /// Takes a picture along; its path in the mod.
    fn add_picture(&mut self, ship: &Ship<'_>, value: &str) -> Option<String> {
        let game = safe_relative(value.trim().trim_start_matches(['\\', '/']))?;
        let lower = game.to_lowercase();
        // From the folder of the mod it came from to the folder of this one.
        let inner = match lower.strip_prefix("extensions/") {
            Some(rest) => game.get(game.len() - rest.split_once('/')?.1.len()..)?.to_owned(),
            None => game,
        };
        let endings = ["", ".gz", ".dds", ".tga", ".jpg", ".png"];
        let found = endings.iter().find_map(|e| find::file(ship.files, ship.path, &format!("{value}{e}")))?;
        let bytes = ship.files.read(&found).ok()?;
        let ending = file_name(&found).rsplit_once('.').map_or("", |(_, e)| e);
        let stem = inner.strip_suffix(&format!(".{ending}")).unwrap_or(&inner).to_owned();
        self.made.files.insert(format!("{stem}.{ending}"), bytes);
        Some(self.game_path(&stem))
    }
}

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";

fn content(about: &About) -> String {
    let title = if about.title.is_empty() { &about.id } else { &about.title };
    let date = if about.date.is_empty() {
        String::new()
    } else {
        format!(" date=\"{}\"", escape(about.date.as_str()))
    };
    format!(
        "{HEAD}<content id=\"{}\" name=\"{}\" description=\"\" author=\"{}\" version=\"100\"{date} save=\"0\" enabled=\"1\"/>\n",
        escape(about.id.as_str()),
        escape(title.as_str()),
        escape(about.author.as_str())
    )
}

fn index(entries: &[(String, String)]) -> String {
    let line = |(name, path): &(String, String)| {
        format!("  <entry name=\"{}\" value=\"{}\"/>\n", escape(name.as_str()), escape(path.as_str()))
    };
    format!("{HEAD}<index>\n{}</index>\n", entries.iter().map(line).collect::<String>())
}

fn skeleton(own: &str, component: &str, class: &str) -> String {
    let (own, component, class) = (escape(own), escape(component), escape(class));
    format!(
        "{HEAD}<macros>\n  <macro name=\"{own}\" class=\"{class}\">\n    <component ref=\"{component}\"/>\n    \
         <properties>\n      <identification name=\"{component}\" basename=\"{component}\" description=\"\"/>\n      \
         <hull max=\"1000\"/>\n      <people capacity=\"1\"/>\n      <physics mass=\"10\">\n        \
         <inertia pitch=\"10\" yaw=\"10\" roll=\"10\"/>\n        \
         <drag forward=\"10\" reverse=\"10\" horizontal=\"10\" vertical=\"10\" pitch=\"10\" yaw=\"10\" roll=\"10\"/>\n      \
         </physics>\n    </properties>\n    <connections/>\n  </macro>\n</macros>\n"
    )
}

fn library(materials: &Materials) -> String {
    let mut out = format!("{HEAD}<diff>\n  <add sel=\"/materiallibrary\">\n");
    for (collection, list) in materials {
        out.push_str(&format!("    <collection name=\"{}\">\n", escape(collection.as_str())));
        for (name, entry) in list {
            let attributes: String =
                entry.attributes.iter().map(|(n, v)| format!(" {n}=\"{}\"", escape(v.as_str()))).collect();
            out.push_str(&format!(
                "      <material name=\"{}\"{attributes}>\n        <properties>\n",
                escape(name.as_str())
            ));
            for p in &entry.properties {
                out.push_str(&format!(
                    "          <property type=\"{}\" name=\"{}\" value=\"{}\"/>\n",
                    escape(p.ty.as_str()),
                    escape(p.name.as_str()),
                    escape(p.value.as_str())
                ));
            }
            out.push_str("        </properties>\n      </material>\n");
        }
        out.push_str("    </collection>\n");
    }
    out.push_str("  </add>\n</diff>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Document as _;
    use crate::egosoft::component::Component;
    use scene::Memory;
    use wire::{Severity, Sink};

    #[test]
    fn a_mod_is_complete_and_shows_the_ship() {
        let samples = scene::Folder::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/egosoft/ship"));
        let path = "assets/units/size_s/ship_sample.xml";
        let about = About { id: "my_mod".into(), author: "me & you".into(), ..About::default() };
        let made = new_mod(&about, &[Ship { files: &samples, path }]).unwrap();
        assert_eq!(made.notes, [""; 0]);
        let mut game = Memory::default();
        for (path, bytes) in &made.files {
            game.insert(format!("extensions/my_mod/{path}"), bytes.clone());
        }
        for file in
            ["content.xml", "index/components.xml", "index/macros.xml", "libraries/material_library.xml"]
        {
            let bytes = made.files.get(file).unwrap_or_else(|| panic!("{file}"));
            let text = String::from_utf8_lossy(bytes);
            Xml::parse(bytes).unwrap();
            assert!(file == "content.xml" || text.contains("extensions\\my_mod\\assets\\"), "{text}");
        }
        assert!(made.files.contains_key("assets/textures/sample/ship_hull_bump.gz"));
        assert!(made.files.contains_key("assets/units/size_s/macros/ship_sample_macro.xml"));
        // From the game's root everything is found, and nothing is wrong with it.
        let options = LoadOptions::default();
        let at = "extensions/my_mod/assets/units/size_s/macros/ship_sample_macro.xml";
        let cx = Context { files: &game, path: at, options: &options };
        let doc = Component::read(&mut Reader::new(&game.read(at).unwrap())).unwrap();
        let mut sink = Sink::new();
        doc.check(&cx, &mut sink);
        let scene = doc.to_scene(&cx, &mut sink).unwrap();
        let bad: Vec<_> = sink.findings().iter().filter(|f| f.severity != Severity::Info).collect();
        assert!(bad.is_empty(), "{bad:?}");
        let old = {
            let cx = Context { files: &samples, path, options: &options };
            let doc = Component::read(&mut Reader::new(&samples.read(path).unwrap())).unwrap();
            doc.to_scene(&cx, &mut Sink::new()).unwrap()
        };
        assert_eq!((scene.meshes.len(), scene.animations.len()), (old.meshes.len(), old.animations.len()));
        assert!(
            scene.images.iter().all(|i| i.file.starts_with("extensions\\my_mod\\")),
            "{:?}",
            scene.images[0].file
        );
    }
    #[test]
    fn cooked_physics_come_along_with_a_word_of_caution() {
        let samples = scene::Folder::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/egosoft/ship"));
        let (path, data) = ("assets/units/size_s/ship_sample.xml", "assets/units/size_s/ship_sample_data");
        let mut cooked = Memory::default();
        cooked.insert(format!("{data}/part_main-hull.jcs"), "hull");
        cooked.insert(format!("{data}/part_main-mesh.jcs"), "mesh");
        let files = scene::Overlay::new(vec![Box::new(cooked), Box::new(samples)]);
        let about = About { id: "my_mod".into(), ..About::default() };
        let made = new_mod(&about, &[Ship { files: &files, path }]).unwrap();
        assert_eq!(
            made.files.get(&format!("{data}/part_main-hull.jcs")).map(Vec::as_slice),
            Some(&b"hull"[..])
        );
        assert_eq!(
            made.files.get(&format!("{data}/part_main-mesh.jcs")).map(Vec::as_slice),
            Some(&b"mesh"[..])
        );
        let said: Vec<_> = made.notes.iter().filter(|n| n.contains("collision mesh")).collect();
        assert!(said.len() == 1 && said[0].starts_with("2 .jcs files"), "{:?}", made.notes);
    }
}
