//! Files people give to this program that are of other programs: what they are, and what to do with them.

/// The way of everything that Blender can open.
macro_rules! through_blender {
    ($what:literal, $how:literal) => {
        concat!("this is ", $what, "; ", $how, ", export it as glTF 2.0 (.glb) and convert that")
    };
}

const RAR: &str = "this is a RAR archive; unpack it (7-Zip can) and give the folder";
const SEVEN: &str = "this is a 7-Zip archive; unpack it and give the folder";
const BLEND: &str = "this is a Blender file; open it in Blender, choose File > Export > glTF 2.0 with Include > Custom \
                     Properties ticked, and convert the .glb";
const FBX: &str = through_blender!("an FBX model", "import it in Blender");
const OBJ: &str =
    through_blender!("an OBJ model, which has no bones and is only written here", "import it in Blender");
const DAE: &str = through_blender!("a COLLADA model", "import it in Blender 4");
const STL: &str = through_blender!("an STL model", "import it in Blender");
const PLY: &str = through_blender!("a PLY model", "import it in Blender");
const MMD: &str =
    through_blender!("a MikuMikuDance model", "import it in Blender with the MMD Tools extension");
const VMD: &str =
    through_blender!("a MikuMikuDance motion", "import it in Blender with the MMD Tools extension");
const MAX: &str = "this is a 3ds Max scene; export it as glTF or FBX from 3ds Max";
const MAYA: &str = "this is a Maya scene; export it as glTF or FBX from Maya";
const C4D: &str = "this is a Cinema 4D scene; export it as glTF or FBX from Cinema 4D";
const X: &str = "this is a DirectX .x model; convert it to glTF with Assimp or Noesis first";
const BUNDLE: &str =
    "this is a Unity asset bundle; take the model out of it with AssetRipper, which writes glTF";
const UNITY: &str =
    "this is a Unity asset; export the model from Unity (UnityGLTF) or with AssetRipper as glTF";
const UNREAL: &str =
    "this is an Unreal Engine asset; take the model out of it with FModel, which writes glTF";
const PROGRAM: &str =
    "this is a program, not a model; if it is an installer, run it and give the folder it makes";
const PICTURE: &str = "this is a picture, not a model; give the model that uses it";
const ZIP: &str = "this is a ZIP archive; give it the extension .zip, then it is read as a folder";
const PDF: &str = "this is a PDF document, not a model";

type Known = (&'static [u8], &'static str);

/// By the first bytes.
static MAGIC: &[Known] = &[
    (b"Rar!\x1a\x07", RAR),
    (b"7z\xbc\xaf\x27\x1c", SEVEN),
    (b"BLENDER", BLEND),
    (b"Kaydara FBX Binary", FBX),
    (b"; FBX", FBX),
    (b"PMX ", MMD),
    (b"Pmd\0", MMD),
    (b"Pmd\x80", MMD),
    (b"Vocaloid Motion Data", VMD),
    (b"UnityFS\0", BUNDLE),
    (b"UnityWeb\0", BUNDLE),
    (b"UnityRaw\0", BUNDLE),
    (b"%YAML 1.1\n%TAG !u!", UNITY),
    (b"%YAML 1.1\r\n%TAG !u!", UNITY),
    (b"\xc1\x83\x2a\x9e", UNREAL),
    (b"//Maya", MAYA),
    (b"xof 0", X),
    (b"ply\n", PLY),
    (b"ply\r", PLY),
    (b"MZ", PROGRAM),
    (b"\x7fELF", PROGRAM),
    (b"\x89PNG\r\n", PICTURE),
    (b"\xff\xd8\xff", PICTURE),
    (b"DDS ", PICTURE),
    (b"GIF8", PICTURE),
    (b"8BPS", PICTURE),
    (b"PK\x03\x04", ZIP),
    (b"%PDF", PDF),
];

/// By the extension, where the content says nothing: compressed, text, or damaged.
static EXTENSIONS: &[(&str, &str)] = &[
    ("rar", RAR),
    ("7z", SEVEN),
    ("blend", BLEND),
    ("blend1", BLEND),
    ("fbx", FBX),
    ("obj", OBJ),
    ("dae", DAE),
    ("stl", STL),
    ("ply", PLY),
    ("pmx", MMD),
    ("pmd", MMD),
    ("vmd", VMD),
    ("max", MAX),
    ("ma", MAYA),
    ("mb", MAYA),
    ("c4d", C4D),
    ("x", X),
    ("unity3d", BUNDLE),
    ("assetbundle", BUNDLE),
    ("unitypackage", UNITY),
    ("uasset", UNREAL),
    ("exe", PROGRAM),
];

/// The sentence about a file; its name in lower case.
pub fn sentence(bytes: &[u8], name: &str) -> Option<String> {
    let magic = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, says)| *says);
    let head = bytes.get(..bytes.len().min(1024)).unwrap_or_default();
    let collada = || head.windows(8).any(|w| w == b"<COLLADA").then_some(DAE);
    let extension = name.rsplit_once('.').map_or("", |(_, e)| e);
    let named = || EXTENSIONS.iter().find(|(e, _)| *e == extension).map(|(_, says)| *says);
    magic.or_else(collada).or_else(named).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What it is and what to do, in one line, for each of them.
    #[test]
    fn one_sentence_says_what_it_is_and_what_to_do() {
        let all = MAGIC.iter().map(|(_, s)| *s).chain(EXTENSIONS.iter().map(|(_, s)| *s));
        for says in all {
            assert!(says.starts_with("this is a") && says.len() < 160, "{says}");
            assert!(says.contains("; ") || says == PDF, "{says}");
            assert!(!says.contains('\n') && !says.contains("  "), "{says}");
        }
    }

    #[test]
    fn by_content_and_by_extension() {
        let says = |bytes: &[u8], name: &str| {
            crate::identify(bytes, name).err().map(|e| e.message().to_owned()).unwrap_or_default()
        };
        let cases: [(&[u8], &str, &str); 16] = [
            (b"Rar!\x1a\x07\x01\0 and so on", "hero.rar", "RAR archive"),
            (b"Rar!\x1a\x07\x01\0 and so on", "hero.xps", "RAR archive"),
            (b"7z\xbc\xaf\x27\x1c\0\x04", "hero.7z", "7-Zip archive"),
            (b"BLENDER-v405", "hero.blend", "Custom Properties"),
            (b"\x28\xb5\x2f\xfd\x04\x00", "hero.blend", "Blender file"),
            (b"Kaydara FBX Binary  \0\x1a\0", "hero.fbx", "FBX"),
            (b"; FBX 7.4.0 project file\n", "hero.FBX", "FBX"),
            (b"mtllib a.mtl\nv 0 0 0\n", "hero.obj", "OBJ"),
            (b"<?xml version=\"1.0\"?>\n<COLLADA xmlns=\"x\"/>", "hero.dae", "COLLADA"),
            (b"PMX \0\0\0\x40", "hero.pmx", "MikuMikuDance"),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "hero.max", "3ds Max"),
            (b"%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!43", "hero.mesh", "Unity asset"),
            (b"UnityFS\0\0\0\0\x06", "hero.unity3d", "asset bundle"),
            (b"MZ\x90\0\x03\0\0\0", "hero.exe", "program"),
            (b"DDS \x7c\0\0\0", "hero.xps", "picture"),
            (b"neither this nor that", "hero.bin", "not of a format that this program knows"),
        ];
        for (bytes, name, part) in cases {
            let found = says(bytes, name);
            assert!(found.contains(part), "{name}: {found:?}");
        }
        // A model that is ours stays ours, whatever it is called.
        assert!(crate::identify(b"glTF\x02\0\0\0\x0c\0\0\0", "hero.fbx").is_ok());
    }
}
