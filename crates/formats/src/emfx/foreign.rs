//! Files of other engines and later versions that look like ours.

/// The sentence to say about a file that is of this kind but not of this family.
pub fn sentence(bytes: &[u8], _name: &str) -> Option<String> {
    let text = match bytes.first_chunk::<4>()? {
        b"ACTR" => "an actor of EMotionFX 4 (Lumberyard, O3DE); only EMotionFX 3 actors (XAC) are supported",
        b"MOT " => {
            "a motion of EMotionFX 4 (Lumberyard, O3DE); only EMotionFX 3 motions (XSM, XPM) are supported"
        }
        b"MOTW" => {
            "a wavelet motion of EMotionFX 4 (Lumberyard); only EMotionFX 3 motions (XSM, XPM) are supported"
        }
        b"MOS " => "a motion set of EMotionFX 4 (Lumberyard); motion sets are not supported",
        b"FXA " => "an actor of EMotionFX 2 (Gothic 3 `.xact`), a different format; it is not supported",
        b"LMA " => {
            "an actor or motion of EMotionFX 2 (Gothic 3 `.xmot`), a different format; it is not supported"
        }
        b"@@b@" => {
            "a Clausewitz `.mesh` (Paradox games since Crusader Kings II), a different format of its own; it is not supported"
        }
        _ => return None,
    };
    Some(format!("this is {text}"))
}
