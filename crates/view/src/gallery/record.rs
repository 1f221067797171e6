//! What a model was made from: every file that was looked at, so that the next run knows what changed.

use scene::{Entry, Files};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};

/// A question to a file system.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// What is in this file?
    Read(String),
    /// Is there such a file?
    Resolve(String),
    /// What is in this folder?
    List(String),
}

/// Questions and the fingerprints of their answers, sorted.
pub type Answers = Vec<(Question, String)>;

/// A file system that remembers what it was asked.
pub struct Recorder {
    inner: Arc<dyn Files>,
    answers: Mutex<BTreeMap<Question, String>>,
}

impl Recorder {
    /// Around another one.
    pub fn new(inner: Arc<dyn Files>) -> Self {
        Self { inner, answers: Mutex::default() }
    }

    /// What was asked so far.
    pub fn answers(&self) -> Answers {
        self.answers.lock().map(|a| a.clone().into_iter().collect()).unwrap_or_default()
    }

    fn note(&self, question: Question, answer: impl FnOnce() -> String) {
        if let Ok(mut answers) = self.answers.lock() {
            answers.entry(question).or_insert_with(answer);
        }
    }
}

impl Files for Recorder {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let out = self.inner.read(path);
        self.note(Question::Read(path.to_owned()), || of_read(&out));
        out
    }

    fn list(&self, folder: &str) -> Vec<Entry> {
        let out = self.inner.list(folder);
        self.note(Question::List(folder.to_owned()), || of_list(&out));
        out
    }

    fn resolve(&self, path: &str) -> Option<String> {
        let out = self.inner.resolve(path);
        self.note(Question::Resolve(path.to_owned()), || out.clone().unwrap_or_default());
        out
    }

    fn display(&self, path: &str) -> String {
        self.inner.display(path)
    }
}

fn of_read(out: &io::Result<Vec<u8>>) -> String {
    out.as_ref().map_or_else(|_| String::new(), |bytes| fingerprint(bytes))
}

/// Other models in the folder do not matter: a new one must not make its neighbours anew.
fn of_list(out: &[Entry]) -> String {
    let is_model = |name: &str| {
        let lower = name.to_ascii_lowercase();
        let models = formats::FORMATS.iter().filter(|f| f.kind == formats::Kind::Model);
        models.flat_map(|f| f.extensions).any(|e| lower.strip_suffix(e).is_some_and(|s| s.ends_with('.')))
    };
    let names: Vec<&str> = out.iter().map(|e| e.name.as_str()).filter(|n| !is_model(n)).collect();
    fingerprint(names.join("\n").as_bytes())
}

/// Whether a file system would answer all questions the same again.
pub fn unchanged(files: &dyn Files, answers: &Answers) -> bool {
    answers.iter().all(|(question, answer)| {
        *answer
            == match question {
                Question::Read(path) => of_read(&files.read(path)),
                Question::Resolve(path) => files.resolve(path).unwrap_or_default(),
                Question::List(folder) => of_list(&files.list(folder)),
            }
    })
}

/// 128 bits that differ for different bytes. It guards against change, not against malice.
pub fn fingerprint(bytes: &[u8]) -> String {
    let (mut a, mut b) = (0x243f_6a88_85a3_08d3_u64, 0x1319_8a2e_0370_7344_u64 ^ bytes.len() as u64);
    let mut mix = |word: u64| {
        a = (a ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        b = (b.rotate_left(23) ^ word).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    };
    let mut words = bytes.chunks_exact(8);
    for word in words.by_ref() {
        mix(u64::from_le_bytes(word.try_into().unwrap_or_default()));
    }
    let mut last = [0; 8];
    last[..words.remainder().len()].copy_from_slice(words.remainder());
    mix(u64::from_le_bytes(last));
    mix(bytes.len() as u64);
    for _ in 0..2 {
        mix(0x1656_67b1_9e37_79f9);
    }
    format!("{a:016x}{b:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use scene::Memory;

    #[test]
    fn fingerprints_differ() {
        let mut seen = std::collections::HashSet::new();
        for n in 0..300 {
            assert!(seen.insert(fingerprint(&vec![0; n])), "{n} zeros");
        }
        for bit in 0..512 {
            let mut bytes = vec![7_u8; 64];
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(seen.insert(fingerprint(&bytes)), "bit {bit}");
        }
    }

    #[test]
    fn a_file_that_appears_is_a_change() {
        let mut memory = Memory::default();
        memory.insert("a.png", *b"1");
        let recorder = Recorder::new(Arc::new(memory.clone()));
        assert!(recorder.resolve("A.png").is_some() && recorder.resolve("b.png").is_none());
        recorder.read("a.png").unwrap();
        let text = serde_json::to_string(&recorder.answers()).unwrap();
        let answers: Answers = serde_json::from_str(&text).unwrap();
        assert!(unchanged(&memory, &answers));
        let mut changed = memory.clone();
        changed.insert("a.png", *b"2");
        assert!(!unchanged(&changed, &answers));
        let mut more = memory.clone();
        more.insert("b.png", *b"");
        assert!(!unchanged(&more, &answers));
    }

    /// A folder counts for the pictures and materials in it, not for the models next to the one that was read.
    #[test]
    fn a_model_next_to_it_is_no_change_and_a_picture_is() {
        let mut memory = Memory::default();
        memory.insert("set/hero.xac", *b"1");
        memory.insert("set/skin.dds", *b"2");
        let recorder = Recorder::new(Arc::new(memory.clone()));
        let names: Vec<String> = recorder.list("set").into_iter().map(|e| e.name).collect();
        assert_eq!(names, ["hero.xac", "skin.dds"]);
        assert_eq!(recorder.display("set/hero.xac"), memory.display("set/hero.xac"));
        let answers = recorder.answers();
        assert_eq!(answers.iter().map(|(q, _)| q).collect::<Vec<_>>(), [&Question::List("set".into())]);
        let with = |name: &str| {
            let mut more = memory.clone();
            more.insert(name, *b"3");
            unchanged(&more, &answers)
        };
        assert!(unchanged(&memory, &answers) && with("set/other.XAC") && with("else/skin.png"));
        assert!(!with("set/skin.png"));
    }
}
