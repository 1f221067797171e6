//! Names of outputs next to each other.

use std::collections::HashMap;

/// `<name without its format extension>.<extension>` for each input path; where two would collide, each keeps its full
/// name.
pub fn outputs(relative: &[&str], extension: &str) -> Vec<String> {
    let mut out: Vec<String> = relative
        .iter()
        .map(|path| {
            let (folder, name) = path.rsplit_once('/').map_or(("", *path), |(d, n)| (d, n));
            let stem = formats::stem(name);
            if folder.is_empty() {
                format!("{stem}.{extension}")
            } else {
                format!("{folder}/{stem}.{extension}")
            }
        })
        .collect();
    for i in twins(&out) {
        out[i] = format!("{}.{extension}", relative[i]);
    }
    number_twins(&mut out);
    out
}

/// Each input's path below an output folder, no two the same: names grow by the folders of their labels until they differ.
pub fn distinct(relative: &[&str], labels: &[&str]) -> Vec<String> {
    let folders: Vec<Vec<&str>> = labels.iter().map(|l| parts(l)).collect();
    let mut out: Vec<String> = relative.iter().map(|r| (*r).to_owned()).collect();
    let longest = folders.iter().map(Vec::len).max().unwrap_or(0);
    for more in 1..=longest {
        let twins = twins(&out);
        if twins.is_empty() {
            return out;
        }
        for i in twins {
            let depth = parts(relative[i]).len() + more;
            out[i] = folders[i][folders[i].len().saturating_sub(depth)..].join("/");
        }
    }
    number_twins(&mut out);
    out
}

/// Names that are still the same are numbered from the second on.
fn number_twins(names: &mut [String]) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for i in twins(names) {
        let n = seen.entry(names[i].to_lowercase()).and_modify(|n| *n += 1).or_insert(1);
        if *n > 1 {
            let at = names[i].rfind('/').map_or(0, |i| i + 1);
            names[i].insert_str(at, &format!("{n}-"));
        }
    }
}

/// The folders and the name of a path, as parts of a path below another folder.
fn parts(path: &str) -> Vec<&str> {
    path.split(['/', '\\', ':']).filter(|p| !matches!(*p, "" | "." | "..")).collect()
}

/// Which names are there more than once, whatever their case.
fn twins(names: &[String]) -> Vec<usize> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for name in names {
        *seen.entry(name.to_lowercase()).or_default() += 1;
    }
    (0..names.len()).filter(|i| seen.get(&names[*i].to_lowercase()).is_some_and(|n| *n > 1)).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_grow_by_folder_until_they_differ() {
        let of = |labels: &[&str]| {
            let names: Vec<&str> = labels.iter().map(|l| l.rsplit('/').next().unwrap()).collect();
            super::distinct(&names, labels)
        };
        assert_eq!(of(&["a/x.xps", "b/x.xps", "c/y.xps"]), ["a/x.xps", "b/x.xps", "y.xps"]);
        assert_eq!(of(&["/p/a/in/x.xps", "../q/b/in/X.xps"]), ["a/in/x.xps", "b/in/X.xps"]);
        assert_eq!(of(&["x.xps", "a/x.xps"]), ["x.xps", "a/x.xps"]);
        assert_eq!(of(&["x.xps", "x.xps"]), ["x.xps", "2-x.xps"]);
        assert_eq!(of(&["x.xps", "x.xps", "y.xps", "Y.xps"]), ["x.xps", "2-x.xps", "y.xps", "2-Y.xps"]);
    }

    #[test]
    fn twins_keep_their_full_names() {
        let names = super::outputs(&["a/x.foo", "a/X.bar", "y.foo"], "png");
        assert_eq!(names, ["a/x.foo.png", "a/X.bar.png", "y.png"]);
    }
}
