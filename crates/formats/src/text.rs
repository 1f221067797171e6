//! Names that are not UTF-8.

use encoding_rs::{EUC_KR, Encoding, UTF_8, WINDOWS_1252};
use wire::{Error, Result, Text, codes};

/// How the names of one file are decoded: one choice for all of them.
#[derive(Debug, Clone, Copy)]
pub struct Names {
    encoding: &'static Encoding,
}

impl Names {
    /// UTF-8 where it is valid; else the code page asked for; else CP949 if every non-ASCII name is then Hangul;
    /// else CP1252.
    pub fn detect<'a>(names: impl IntoIterator<Item = &'a [u8]>, wanted: Option<&str>) -> Result<Self> {
        wanted.map_or_else(|| Ok(Self::guess(names)), Self::by_label)
    }

    /// The same where nobody asks for a code page.
    pub fn guess<'a>(names: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut foreign = false;
        let mut hangul = true;
        for name in names {
            if std::str::from_utf8(name).is_err() {
                foreign = true;
                let (text, bad) = EUC_KR.decode_without_bom_handling(name);
                hangul &= !bad && text.chars().all(|c| c.is_ascii() || ('가'..='힣').contains(&c));
            }
        }
        Self { encoding: if foreign && hangul { EUC_KR } else { WINDOWS_1252 } }
    }

    fn by_label(label: &str) -> Result<Self> {
        let known = match label.to_ascii_lowercase().as_str() {
            "cp949" => "euc-kr".to_owned(),
            other => other.strip_prefix("cp").map_or_else(|| other.to_owned(), |n| format!("windows-{n}")),
        };
        Encoding::for_label(known.as_bytes()).map(|encoding| Self { encoding }).ok_or_else(|| {
            Error::new(&codes::VALUE, format!("unknown encoding {label:?}; try cp949, cp1252, shift_jis"))
        })
    }

    /// The shown name, and the raw bytes if they were not UTF-8.
    pub fn decode(&self, name: &[u8]) -> (String, Option<Vec<u8>>) {
        if let Ok(text) = std::str::from_utf8(name) {
            return (text.to_owned(), None);
        }
        let (text, _) = self.encoding.decode_without_bom_handling(name);
        (text.into_owned(), (self.encoding != UTF_8 || !name.is_empty()).then(|| name.to_vec()))
    }

    /// The shown name of a text.
    pub fn text(&self, text: &Text) -> String {
        self.decode(&text.0).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn korean_only_when_all_of_it_is() {
        let korean = [0xb8, 0xd3, 0xb8, 0xae]; // 머리
        let saber = *b"S\xe4bel";
        let names = Names::detect([&korean[..], b"root"], None).unwrap();
        assert_eq!(names.decode(&korean), ("머리".into(), Some(korean.to_vec())));
        let names = Names::detect([&korean[..], &saber[..]], None).unwrap();
        assert_eq!(names.decode(&saber).0, "Säbel");
        let names = Names::detect([&saber[..]], Some("cp1250")).unwrap();
        assert_eq!(names.decode(&saber).0, "Säbel");
        assert!(Names::detect([], Some("klingon")).is_err());
    }
}
