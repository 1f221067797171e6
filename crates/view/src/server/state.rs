//! What the server holds besides what is open.

use crate::session::{Open, Session};
use std::hash::{BuildHasher, RandomState};
use tokio::sync::broadcast;

/// Looks again for what was opened: files may have come since.
pub type Rescan = Box<dyn Fn() -> Vec<Open> + Send + Sync>;

pub struct State {
    pub token: String,
    pub port: u16,
    pub session: Session,
    /// Ids of files that changed.
    pub changes: broadcast::Sender<Vec<usize>>,
    /// Whether files came.
    pub listed: broadcast::Sender<()>,
    pub rescan: Option<Rescan>,
}

impl State {
    pub fn new(session: Session, port: u16, rescan: Option<Rescan>) -> Self {
        Self {
            token: token(),
            port,
            session,
            changes: broadcast::channel(16).0,
            listed: broadcast::channel(16).0,
            rescan,
        }
    }

    /// Opens files that came since; says whether there are any.
    pub fn look_again(&self) -> bool {
        let Some(found) = self.rescan.as_ref().map(|look| look()) else { return false };
        let more = self.session.add(found);
        if more {
            // Nobody may be listening.
            let _ = self.listed.send(());
        }
        more
    }

    /// Forgets what was remembered of some files and informs every page.
    pub fn changed(&self, ids: Vec<usize>) {
        self.session.forget(&ids);
        // Nobody may be listening.
        let _ = self.changes.send(ids);
    }
}

/// 128 bits nobody can guess: the standard library seeds its hashers from the system's randomness.
fn token() -> String {
    let part = |n: u64| RandomState::new().hash_one((n, std::process::id()));
    format!("{:016x}{:016x}", part(1), part(2))
}
