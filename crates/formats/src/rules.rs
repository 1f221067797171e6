//! One pass for rules: each one reports what it found and says, in the same place, how it is repaired.
//!
//! [`check`] runs the rules of a format for what they report: the document is only looked at, nothing is copied. [`fix`]
//! runs the same rules, keeps the repairs they name and carries them out.

use crate::Repair;
use wire::{Code, Severity, Sink};

type How<D> = Box<dyn FnOnce(&mut D)>;

/// Where the rules of a document report to.
pub struct Pass<'a, D> {
    sink: &'a mut Sink,
    wanted: Option<&'a dyn Fn(&Code) -> bool>,
    repairs: Vec<How<D>>,
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

    /// For findings at a byte, and rules that several documents share.
    pub fn sink(&mut self) -> &mut Sink {
        self.sink
    }
}

/// What the rules report.
pub fn check<D>(document: &D, sink: &mut Sink, rules: impl FnOnce(&D, &mut Pass<'_, D>)) {
    rules(document, &mut Pass { sink, wanted: None, repairs: Vec::new() });
}

/// Carries out the repairs of the codes that are wanted; whether there was one.
pub fn fix<D>(
    document: &mut D,
    wanted: &dyn Fn(&Code) -> bool,
    rules: impl FnOnce(&D, &mut Pass<'_, D>),
) -> bool {
    let mut pass = Pass { sink: &mut Sink::new(), wanted: Some(wanted), repairs: Vec::new() };
    rules(document, &mut pass);
    let any = !pass.repairs.is_empty();
    for how in pass.repairs {
        how(document);
    }
    any
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
}
