//! What pages and pictures are written in: text in HTML and SVG, and a picture that stands alone.

/// A text as it stands in HTML and SVG, between tags as well as in quotation marks.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A picture (SVG) of this size in pixels, that needs nothing beside it: how it looks, and what is drawn. The title is
/// read out to those who cannot see it.
pub fn picture(width: i32, height: i32, title: Option<&str>, style: &str, drawn: &str) -> String {
    let (role, title) = match title {
        Some(title) => (" role=\"img\"", format!("<title>{}</title>\n", escaped(title))),
        None => ("", String::new()),
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\"\
         {role}>\n{title}<style>{style}</style>\n{drawn}</svg>\n"
    )
}
