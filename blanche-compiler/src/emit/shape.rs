//! The last change to emitted code before it is laid out: what a statement cannot know when it is written. No label that
//! nothing names, nothing behind a jump, no `return` at the end of a function.

use std::collections::BTreeSet;

use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprBlock, ExprBreak, ExprClosure, ExprContinue, ExprForLoop, File, ItemFn, Stmt};

/// Brings a file into shape.
pub(super) fn shape(file: &mut File) {
    Shape::default().visit_file_mut(file);
}

#[derive(Default)]
struct Shape {
    /// The labels that jumps have named so far.
    named: BTreeSet<String>,
}

impl VisitMut for Shape {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let jump = block.stmts.iter().position(|statement| {
            matches!(statement, Stmt::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_), _))
        });
        if let Some(jump) = jump {
            block.stmts.truncate(jump + 1);
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_break_mut(&mut self, jump: &mut ExprBreak) {
        self.named.extend(jump.label.iter().map(|label| label.ident.to_string()));
        visit_mut::visit_expr_break_mut(self, jump);
    }

    fn visit_expr_continue_mut(&mut self, jump: &mut ExprContinue) {
        self.named.extend(jump.label.iter().map(|label| label.ident.to_string()));
    }

    fn visit_expr_block_mut(&mut self, block: &mut ExprBlock) {
        visit_mut::visit_expr_block_mut(self, block);
        if let Some(label) = &block.label
            && !self.named.remove(&label.name.ident.to_string())
        {
            block.label = None;
        }
    }

    fn visit_expr_for_loop_mut(&mut self, turns: &mut ExprForLoop) {
        visit_mut::visit_expr_for_loop_mut(self, turns);
        if let Some(label) = &turns.label
            && !self.named.remove(&label.name.ident.to_string())
        {
            turns.label = None;
        }
    }

    fn visit_item_fn_mut(&mut self, function: &mut ItemFn) {
        visit_mut::visit_item_fn_mut(self, function);
        gives_its_end(&mut function.block);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        visit_mut::visit_expr_closure_mut(self, closure);
        if let Expr::Block(body) = &mut *closure.body {
            gives_its_end(&mut body.block);
        }
    }
}

/// The value of a `return` that ends a function is the value of its block.
fn gives_its_end(block: &mut Block) {
    if let Some(Stmt::Expr(last, semicolon)) = block.stmts.last_mut()
        && let Expr::Return(end) = last
        && end.attrs.is_empty()
        && let Some(value) = end.expr.take()
    {
        *last = *value;
        *semicolon = None;
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use crate::emit::layout;

    /// What becomes of the body of a function.
    fn body(tokens: proc_macro2::TokenStream) -> String {
        let text = layout(&quote!(fn f() { #tokens }));
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        lines[1..lines.len() - 1].join(" ")
    }

    #[test]
    fn only_labels_that_a_jump_names_stay() {
        assert_eq!(
            body(quote!('a: {
                go();
            })),
            "{ go(); }"
        );
        assert_eq!(
            body(quote!('a: {
                if x {
                    break 'a;
                }
                go();
            })),
            "'a: { if x { break 'a; } go(); }"
        );
        assert_eq!(
            body(quote!('a: for x in y {
                continue;
            })),
            "for x in y { continue; }"
        );
        // The inner one is another.
        assert_eq!(
            body(quote!('a: {
                'a: {
                    if x {
                        break 'a;
                    }
                }
                go();
            })),
            "{ 'a: { if x { break 'a; } } go(); }"
        );
    }

    #[test]
    fn nothing_stands_behind_a_jump() {
        assert_eq!(
            body(quote!(for x in y {
                continue;
                go();
            })),
            "for x in y { continue; }"
        );
        assert_eq!(body(quote!(return Ok(true); Ok(false))), "Ok(true)");
    }

    #[test]
    fn a_function_and_a_closure_give_their_end_without_return() {
        assert_eq!(body(quote!(go(); return Ok(true);)), "go(); Ok(true)");
        assert_eq!(body(quote!(let f = || { return 1; };)), "let f = || { 1 };");
        assert_eq!(body(quote!(if x { return 1; } 2)), "if x { return 1; } 2");
    }
}
