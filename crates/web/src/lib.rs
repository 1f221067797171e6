//! The viewer's page without a server. A worker of the page asks what the page would ask `xenomesh view`, and the same
//! [session](view::session) answers; nothing leaves the visitor's computer.
//!
//! | call | what it does |
//! |---|---|
//! | `room(0, n)`, `room(1, n)` | `n` bytes to write the question (`name?query`) or its body into |
//! | `answer(with_body)` | takes both, returns the status |
//! | `part(p)`, `part_len(p)` | where a part of the answer is: 0 content type, 1 findings, 2 body |
//!
//! Numbers and bytes are all that crosses, so neither generated glue nor a tool of its own is needed.

use std::cell::RefCell;
use view::session::{Answer, Session};
use xenomesh::{ConvertOptions, Recipe};

/// All dropped files together: memory is limited to 4 GiB here, and a model needs some room in addition to its file.
const UPLOAD_LIMIT: usize = 1 << 29;

#[derive(Default)]
struct Desk {
    session: Option<Session>,
    question: Vec<u8>,
    body: Vec<u8>,
    answer: Option<Answer>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// A buffer of `len` bytes for the question (0) or its body.
#[allow(unsafe_code, reason = "the page calls it by this name")]
#[unsafe(no_mangle)]
pub extern "C" fn room(which: u32, len: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        // The last answer is no longer needed: its memory is.
        desk.answer = None;
        let room = if which == 0 { &mut desk.question } else { &mut desk.body };
        *room = vec![0; len];
        room.as_mut_ptr()
    })
}

/// Answers the question; the status as HTTP knows it.
#[allow(unsafe_code, reason = "the page calls it by this name")]
#[unsafe(no_mangle)]
pub extern "C" fn answer(with_body: u32) -> u32 {
    DESK.with_borrow_mut(|desk| {
        let question = String::from_utf8_lossy(&desk.question).into_owned();
        let (name, query) = question.split_once('?').unwrap_or((&question, ""));
        let body = (with_body != 0).then(|| std::mem::take(&mut desk.body));
        let session = desk.session.get_or_insert_with(session);
        let answer = session.answer(name, query, body);
        let status = u32::from(answer.status);
        desk.answer = Some(answer);
        status
    })
}

/// As `xenomesh view` without options.
fn session() -> Session {
    let loader = Recipe::new(&ConvertOptions::default()).unwrap_or_default();
    Session::new(Vec::new(), loader, UPLOAD_LIMIT)
}

/// A part of the answer.
fn part_of(answer: &Answer, part: u32) -> &[u8] {
    match part {
        0 => answer.content_type.as_bytes(),
        1 => answer.findings.as_deref().unwrap_or_default().as_bytes(),
        _ => &answer.body,
    }
}

/// Where a part of the answer is.
#[allow(unsafe_code, reason = "the page calls it by this name")]
#[unsafe(no_mangle)]
pub extern "C" fn part(part: u32) -> *const u8 {
    DESK.with_borrow(|desk| desk.answer.as_ref().map_or(std::ptr::null(), |a| part_of(a, part).as_ptr()))
}

/// How long a part of the answer is.
#[allow(unsafe_code, reason = "the page calls it by this name")]
#[unsafe(no_mangle)]
pub extern "C" fn part_len(part: u32) -> usize {
    DESK.with_borrow(|desk| desk.answer.as_ref().map_or(0, |a| part_of(a, part).len()))
}
