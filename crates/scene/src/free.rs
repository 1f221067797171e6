//! Numbers for names that are taken, quickly even where one name is used a million times.

/// So many numbers are tried one after another.
const NEAR: usize = 16;

/// A number from `first` on that is not taken. As long as those that are follow each other it is the first one.
pub fn free_number(first: usize, taken: impl Fn(usize) -> bool) -> usize {
    if let Some(n) = (first..first + NEAR).find(|n| !taken(*n)) {
        return n;
    }
    // Taken at `low`, free at `high`: far apart at first, then side by side.
    let (mut low, mut step) = (first + NEAR - 1, NEAR);
    while taken(low + step) {
        low += step;
        step *= 2;
    }
    let mut high = low + step;
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if taken(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn the_first_free_number_in_few_steps() {
        for last in [0, 1, 2, 15, 16, 17, 18, 100, 1_000_000] {
            let asked = Cell::new(0);
            let free = free_number(2, |n| {
                asked.set(asked.get() + 1);
                n <= last
            });
            assert_eq!(free, (last + 1).max(2));
            assert!(asked.get() < 64, "{} questions", asked.get());
        }
    }
}
