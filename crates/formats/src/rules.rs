//! One pass for rules: each one reports what it found and says, in the same place, how it is repaired.
//!
//! [`check`] runs the rules of a format for what they report: the document is only looked at, nothing is copied. [`fix`]
//! runs the same rules, keeps the repairs they name and carries them out in that order; [`settle`] does so until nothing
//! is left to repair, for formats where one repair uncovers another. A repair finds its place by number, so what leaves
//! elements out ([`Pass::remove`]) is named after everything else about the same list.

use crate::Repair;
use wire::{Code, Severity, Sink};

type How<D> = Box<dyn FnOnce(&mut D)>;

/// Where the rules of a document report to.
pub struct Pass<'a, D> {
    sink: &'a mut Sink,
    wanted: Option<&'a dyn Fn(&Code) -> bool>,
    repairs: Vec<How<D>>,
    /// Codes whose one repair is kept already.
    kept: Vec<&'static str>,
}

impl<D> Pass<'_, D> {
    /// Reports what cannot be repaired.
    pub fn report(&mut self, code: &'static Code, path: impl Into<String>, message: impl Into<String>) {
        self.sink.push(code, path, message);
    }

    /// Reports what can be repaired, and how. What depends on several repairs (sizes, counts) is left to the end of
    /// [`fix`].
    pub fn repair(
        &mut self,
        code: &'static Code,
        path: impl Into<String>,
        message: impl Into<String>,
        how: impl FnOnce(&mut D) + 'static,
    ) {
        self.sink.push(code, path, message);
        self.keep(code, how);
    }

    /// The repair of a finding that was reported through [`Pass::sink`].
    pub fn keep(&mut self, code: &Code, how: impl FnOnce(&mut D) + 'static) {
        if self.wanted.is_some_and(|wanted| wanted(code)) {
            self.repairs.push(Box::new(how));
        }
    }

    /// The one repair of all findings of a code that were reported.
    pub fn once(&mut self, code: &Code, how: impl FnOnce(&mut D) + 'static) {
        if !self.kept.contains(&code.id) {
            self.kept.push(code.id);
            self.keep(code, how);
        }
    }

    /// Leaves elements of a list out, by their numbers. To be named last: numbers named before stay right.
    pub fn remove<T>(
        &mut self,
        mut gone: Vec<usize>,
        list: impl FnOnce(&mut D) -> Option<&mut Vec<T>> + 'static,
    ) {
        if self.wanted.is_some() && !gone.is_empty() {
            gone.sort_unstable();
            gone.dedup();
            self.repairs.push(Box::new(move |document| {
                let Some(list) = list(document) else { return };
                let (mut gone, mut i) = (gone.iter().peekable(), 0_usize..);
                list.retain(|_| gone.next_if_eq(&&i.next().unwrap_or_default()).is_none());
            }));
        }
    }

    /// The rules of a part of the document, which is found again by `part`; their paths begin with `path`.
    pub fn part<E>(
        &mut self,
        path: &str,
        part: impl Fn(&mut D) -> Option<&mut E> + Clone + 'static,
        rules: impl FnOnce(&mut Pass<'_, E>),
    ) where
        E: 'static,
    {
        let start = self.sink.findings().len();
        let mut inner = Pass { sink: self.sink, wanted: self.wanted, repairs: Vec::new(), kept: Vec::new() };
        rules(&mut inner);
        for how in inner.repairs {
            let part = part.clone();
            self.repairs.push(Box::new(move |document| {
                if let Some(part) = part(document) {
                    how(part);
                }
            }));
        }
        if !path.is_empty() {
            self.sink.prefix_from(start, path);
        }
    }

    /// For findings at a byte, and rules that several documents share.
    pub fn sink(&mut self) -> &mut Sink {
        self.sink
    }
}

/// What the rules report.
pub fn check<D>(document: &D, sink: &mut Sink, rules: impl FnOnce(&D, &mut Pass<'_, D>)) {
    rules(document, &mut Pass { sink, wanted: None, repairs: Vec::new(), kept: Vec::new() });
}

/// Carries out the repairs of the codes that are wanted; whether there was one.
pub fn fix<D>(
    document: &mut D,
    wanted: &dyn Fn(&Code) -> bool,
    rules: impl FnOnce(&D, &mut Pass<'_, D>),
) -> bool {
    let mut pass =
        Pass { sink: &mut Sink::new(), wanted: Some(wanted), repairs: Vec::new(), kept: Vec::new() };
    rules(document, &mut pass);
    let any = !pass.repairs.is_empty();
    for how in pass.repairs {
        how(document);
    }
    any
}

/// How often [`settle`] runs the rules at most.
const ROUNDS: usize = 8;

/// [`fix`] until nothing is left to repair.
pub fn settle<D>(document: &mut D, wanted: &dyn Fn(&Code) -> bool, rules: impl Fn(&D, &mut Pass<'_, D>)) {
    for _ in 0..ROUNDS {
        if !fix(document, wanted, &rules) {
            return;
        }
    }
}

impl Repair {
    /// Whether a finding of this code is repaired.
    pub fn takes(self, code: &Code) -> bool {
        self == Self::All || code.severity != Severity::Info
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    wire::codes! { CODES = "TEST":
        ODD Warning fixable "an odd number" "--fix makes it even";
        LARGE Info fixable "a large number" "--fix all makes it smaller";
        NEGATIVE Error "a negative number" "nothing to do";
    }

    #[allow(clippy::ptr_arg, reason = "the document is a list here")]
    fn rules(list: &Vec<i32>, pass: &mut Pass<'_, Vec<i32>>) {
        for (i, v) in list.iter().enumerate() {
            let set = move |to: i32| move |l: &mut Vec<i32>| l[i] = to;
            if v % 2 != 0 {
                pass.repair(&ODD, format!("[{i}]"), format!("{v}"), set(v + 1));
            }
            if *v > 100 {
                pass.repair(&LARGE, format!("[{i}]"), format!("{v}"), set(100));
            }
            if *v < 0 {
                pass.report(&NEGATIVE, format!("[{i}]"), format!("{v}"));
            }
        }
    }

    #[test]
    fn one_pass_reports_and_repairs() {
        let mut list = vec![1, -2, 104];
        let found = |list: &Vec<i32>| {
            let mut sink = Sink::new();
            check(list, &mut sink, rules);
            sink.finish().iter().map(|d| d.code.id).collect::<Vec<_>>()
        };
        assert_eq!(found(&list), ["TEST_ODD", "TEST_NEGATIVE", "TEST_LARGE"]);
        assert!(fix(&mut list, &|c| Repair::Problems.takes(c), rules));
        assert_eq!(list, [2, -2, 104], "notes stay unless asked for");
        assert!(fix(&mut list, &|c| Repair::All.takes(c), rules));
        assert_eq!(list, [2, -2, 100]);
        assert!(!fix(&mut list, &|_| true, rules), "nothing is left");
        assert_eq!(found(&list), ["TEST_NEGATIVE"]);
    }

    /// Rows: none negative, none empty, the sum of all in the last one.
    #[allow(clippy::ptr_arg, reason = "the document is a list here")]
    fn rows(list: &Vec<Vec<i32>>, pass: &mut Pass<'_, Vec<Vec<i32>>>) {
        let mut empty = Vec::new();
        for (i, row) in list.iter().enumerate() {
            pass.part(
                &format!("rows[{i}]"),
                move |list| list.get_mut(i),
                |pass| {
                    for (n, v) in row.iter().enumerate().filter(|(_, v)| **v < 0) {
                        pass.report(&NEGATIVE, format!("[{n}]"), format!("{v}"));
                        pass.once(&NEGATIVE, |row| row.retain(|v| *v >= 0));
                    }
                },
            );
            if row.is_empty() {
                pass.report(&LARGE, format!("rows[{i}]"), "empty");
                empty.push(i);
            }
        }
        pass.remove(empty, |list| Some(list));
    }

    #[test]
    fn repairs_that_uncover_others_are_carried_out_too() {
        let mut list = vec![vec![], vec![-1, 5, -2], vec![-3], vec![], vec![7]];
        let mut sink = Sink::new();
        check(&list, &mut sink, rows);
        let paths: Vec<&str> = sink.findings().iter().map(|d| d.path.as_str()).collect();
        assert_eq!(paths, ["rows[0]", "rows[1].[0]", "rows[1].[2]", "rows[2].[0]", "rows[3]"]);
        let mut once = list.clone();
        assert!(fix(&mut once, &|_| true, rows));
        assert_eq!(
            once,
            [vec![5], vec![], vec![7]],
            "numbers stay right, and a row that became empty is left"
        );
        settle(&mut list, &|_| true, rows);
        assert_eq!(list, [vec![5], vec![7]]);
    }
}
