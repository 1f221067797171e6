//! Dot letters of 5 by 8, as small displays have them: enough to read a label in a preview.

/// Columns of a letter, the left one in the lowest byte; bit 0 of a column is its upper dot.
const GLYPHS: [u64; 95] = [
    0x00_0000_0000,
    0x00_005f_0000,
    0x00_0700_0700,
    0x14_7f14_7f14,
    0x12_2a7f_2a24,
    0x62_6408_1323,
    0x50_2056_4936,
    0x00_0307_0800,
    0x00_4122_1c00,
    0x00_1c22_4100,
    0x2a_1c7f_1c2a,
    0x08_083e_0808,
    0x00_3070_8000,
    0x08_0808_0808,
    0x00_6060_0000,
    0x02_0408_1020,
    0x3e_4549_513e,
    0x00_407f_4200,
    0x46_4949_4972,
    0x33_4d49_4121,
    0x10_7f12_1418,
    0x39_4545_4527,
    0x31_4949_4a3c,
    0x07_0911_2141,
    0x36_4949_4936,
    0x1e_2949_4946,
    0x00_0014_0000,
    0x00_0034_4000,
    0x41_2214_0800,
    0x14_1414_1414,
    0x08_1422_4100,
    0x06_0959_0102,
    0x4e_595d_413e,
    0x7c_1211_127c,
    0x36_4949_497f,
    0x22_4141_413e,
    0x3e_4141_417f,
    0x41_4949_497f,
    0x01_0909_097f,
    0x73_5141_413e,
    0x7f_0808_087f,
    0x00_417f_4100,
    0x01_3f41_4020,
    0x41_2214_087f,
    0x40_4040_407f,
    0x7f_021c_027f,
    0x7f_1008_047f,
    0x3e_4141_413e,
    0x06_0909_097f,
    0x5e_2151_413e,
    0x46_2919_097f,
    0x32_4949_4926,
    0x03_017f_0103,
    0x3f_4040_403f,
    0x1f_2040_201f,
    0x3f_4038_403f,
    0x63_1408_1463,
    0x03_0478_0403,
    0x43_4d49_5961,
    0x41_4141_7f00,
    0x20_1008_0402,
    0x7f_4141_4100,
    0x04_0201_0204,
    0x40_4040_4040,
    0x00_0807_0300,
    0x40_7854_5420,
    0x38_4444_287f,
    0x28_4444_4438,
    0x7f_2844_4438,
    0x18_5454_5438,
    0x02_097e_0800,
    0x78_9ca4_a418,
    0x78_0404_087f,
    0x00_407d_4400,
    0x00_3d40_4020,
    0x00_4428_107f,
    0x00_407f_4100,
    0x78_0478_047c,
    0x78_0404_087c,
    0x38_4444_4438,
    0x18_2424_18fc,
    0xfc_1824_2418,
    0x08_0404_087c,
    0x24_5454_5448,
    0x24_443f_0404,
    0x7c_2040_403c,
    0x1c_2040_201c,
    0x3c_4030_403c,
    0x44_2810_2844,
    0x7c_9090_904c,
    0x44_4c54_6444,
    0x00_4136_0800,
    0x00_0077_0000,
    0x00_0836_4100,
    0x02_0402_0102,
];

/// Columns a letter takes, the gap to the next one included.
pub(super) const ADVANCE: f32 = 6.0;
/// Rows a line takes, the gap to the next one included.
pub(super) const LINE: f32 = 10.0;

/// Dots of a letter that stand on each other: column, upper and lower row. A letter that is not known is a frame.
pub(super) fn strokes(c: char) -> Vec<(u8, u8, u8)> {
    let known = (c as usize).checked_sub(0x20).and_then(|i| GLYPHS.get(i)).copied();
    let columns = known.unwrap_or(0x7f_4141_417f).to_le_bytes();
    let mut out = Vec::new();
    for (x, bits) in (0..5).zip(columns) {
        let mut top = 0;
        while top < 8 {
            let length = (bits >> top).trailing_ones() as u8;
            if length > 0 {
                out.push((x, top, top + length));
            }
            top += length + 1;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_look_like_letters() {
        let draw = |c: char| {
            let mut rows = vec![vec![' '; 5]; 8];
            for (x, a, b) in strokes(c) {
                (a..b).for_each(|y| rows[usize::from(y)][usize::from(x)] = '#');
            }
            rows.iter().map(|r| r.iter().collect::<String>()).collect::<Vec<_>>()
        };
        assert_eq!(draw('E')[..7], ["#####", "#    ", "#    ", "#### ", "#    ", "#    ", "#####"]);
        assert!(strokes(' ').is_empty());
        assert_eq!(strokes('é'), strokes('\u{7f}'), "a frame");
        assert_eq!(draw('g')[7].trim(), "###", "below the line");
    }
}
