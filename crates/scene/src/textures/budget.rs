//! What pictures may cost, known from their headers before anything is decoded.
//!
//! | what | bound |
//! |---|---|
//! | one picture | its declared size, decoded, is within the limit |
//! | all pictures of a model | what exceeds 64 × their files is, summed, within the limit: no small file asks for much |
//! | all workers together | decoded at the same time: within the limit ([`super::gate`]) |

pub use crate::pictures::Problem;

impl From<String> for Problem {
    fn from(text: String) -> Self {
        Self::Broken(text)
    }
}

/// So many times its file a picture may be, decoded, without being counted: a DDS is 8, a photograph 20.
const ORDINARY: u64 = 64;

/// What all pictures of a model may exceed their files by.
#[derive(Debug)]
pub struct Budget {
    limit: u64,
    spent: u64,
}

impl Budget {
    /// Nothing spent yet.
    pub fn new(limit: u64) -> Self {
        Self { limit, spent: 0 }
    }

    /// What is counted of a picture: 0 for an ordinary one.
    pub fn excess(need: u64, file: usize) -> u64 {
        need.saturating_sub((file as u64).saturating_mul(ORDINARY))
    }

    /// Counts a picture, if it fits. Callers go through pictures in their order, so that the same ones always fit.
    pub fn charge(&mut self, excess: u64) -> Result<(), Problem> {
        match self.spent.checked_add(excess).filter(|sum| *sum <= self.limit) {
            Some(sum) => {
                self.spent = sum;
                Ok(())
            }
            None => Err(Problem::Large(format!(
                "it and the pictures before it ask for {} bytes more than their files explain, the limit is {}",
                self.spent.saturating_add(excess),
                self.limit
            ))),
        }
    }
}
