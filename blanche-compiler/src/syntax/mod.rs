//! Text to tree and back.

pub mod ast;
pub fn print_item(_: &ast::Item) -> String {
    String::new()
}
pub fn print_sentence(_: &ast::Sentence) -> String {
    String::new()
}
