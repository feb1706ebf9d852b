//! Final transformations of emitted code that need to see complete functions: removes unused labels, code after
//! jumps, and `return` at the end of a function.

use blanche_sorted::SortedSet;
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, BinOp, Block, Expr, ExprBinary, ExprBlock, ExprBreak, ExprCall, ExprClosure, ExprContinue,
    ExprForLoop, ExprMethodCall, ExprUnary, File, ItemFn, Signature, Stmt, TraitItemFn, UnOp,
};

/// Number of parameters above which clippy complains.
const MAX_PARAMETERS: usize = 7;

/// Applies all of the final transformations to an emitted file.
pub(super) fn shape(file: &mut File) {
    Shape::default().visit_file_mut(file);
}

#[derive(Default)]
struct Shape {
    /// The labels that jumps have used so far.
    named: SortedSet<String>,
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
        allow_many(&function.sig, &mut function.attrs);
    }

    fn visit_trait_item_fn_mut(&mut self, function: &mut TraitItemFn) {
        visit_mut::visit_trait_item_fn_mut(self, function);
        allow_many(&function.sig, &mut function.attrs);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        visit_mut::visit_expr_closure_mut(self, closure);
        if let Expr::Block(body) = &mut *closure.body {
            gives_its_end(&mut body.block);
        }
    }
}

/// Allows more parameters than clippy does. A part of a split function has a parameter for each variable that it shares
/// with the rest.
fn allow_many(signature: &Signature, attributes: &mut Vec<Attribute>) {
    if signature.inputs.len() > MAX_PARAMETERS {
        attributes.push(syn::parse_quote!(#[allow(clippy::too_many_arguments, reason = "the rule has as many variables")]));
    }
}

/// Replaces a final `return` by its value, and a final test before `Ok(true)` by its condition.
fn gives_its_end(block: &mut Block) {
    ends_without_return(block);
    gives_last_condition(block);
    unwrap_ok_calls(block);
}

/// Replaces `Ok(call?)` by the call, because both have the same error type.
fn unwrap_ok_calls(block: &mut Block) {
    let Some(Stmt::Expr(end, None)) = block.stmts.last_mut() else { return };
    let Expr::Call(ok) = &*end else { return };
    let is_ok = matches!(&*ok.func, Expr::Path(path) if path.path.is_ident("Ok"));
    if let (true, Some(Expr::Try(tried)), 1) = (is_ok, ok.args.first(), ok.args.len()) {
        let mut call = (*tried.expr).clone();
        if let Expr::Call(ExprCall { attrs, .. }) | Expr::MethodCall(ExprMethodCall { attrs, .. }) = &mut call
        {
            attrs.extend(ok.attrs.iter().cloned());
            *end = call;
        }
    }
}

fn gives_last_condition(block: &mut Block) {
    let [.., Stmt::Expr(Expr::If(last), _), Stmt::Expr(end, None)] = block.stmts.as_slice() else { return };
    let branch = &last.then_branch;
    let says = quote!(#branch #end).to_string();
    if last.else_branch.is_some() || says != quote!({ return Ok(false); } Ok(true)).to_string() {
        return;
    }
    let condition: Expr = match &*last.cond {
        Expr::Let(_) => return,
        Expr::Unary(ExprUnary { op: UnOp::Not(_), expr, .. }) => (**expr).clone(),
        Expr::Binary(ExprBinary { op: BinOp::Eq(_), left, right, .. }) => syn::parse_quote!(#left != #right),
        Expr::Binary(ExprBinary { op: BinOp::Ne(_), left, right, .. }) => syn::parse_quote!(#left == #right),
        Expr::Binary(_) => return,
        condition => syn::parse_quote!(!#condition),
    };
    let attributes = &last.attrs;
    let end: Expr = syn::parse_quote!(#(#attributes)* Ok(#condition));
    block.stmts.truncate(block.stmts.len() - 2);
    block.stmts.push(Stmt::Expr(end, None));
}

fn ends_without_return(block: &mut Block) {
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

    use crate::emit::comments::comment;
    use crate::emit::layout;

    /// The transformed body of a function.
    fn body(tokens: proc_macro2::TokenStream) -> String {
        let text = layout(&quote!(fn f() { #tokens }));
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        lines[1..lines.len() - 1].join(" ")
    }

    #[test]
    fn labels_that_no_jump_names_are_removed() {
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
        // The inner block has a label of its own, although with the same name.
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
    fn statements_after_a_jump_are_removed() {
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
    fn a_final_return_is_removed() {
        assert_eq!(body(quote!(go(); return Ok(true);)), "go(); Ok(true)");
        assert_eq!(body(quote!(let f = || { return 1; };)), "let f = || { 1 };");
        assert_eq!(body(quote!(if x { return 1; } 2)), "if x { return 1; } 2");
    }

    #[test]
    fn a_final_condition_is_returned_directly() {
        assert_eq!(body(quote!(go(); if !x { return Ok(false); } return Ok(true);)), "go(); Ok(x)");
        assert_eq!(body(quote!(if x.y()? { return Ok(false); } Ok(true))), "Ok(!x.y()?)");
        assert_eq!(body(quote!(if a != b { return Ok(false); } Ok(true))), "Ok(a == b)");
        assert_eq!(body(quote!(if !x.y()? { return Ok(false); } Ok(true))), "x.y()");
        let note = comment("why");
        assert_eq!(body(quote!(#note if !x { return Ok(false); } Ok(true))), "// why Ok(x)");
        assert_eq!(body(quote!(if x { return Ok(true); } Ok(false))), "if x { return Ok(true); } Ok(false)");
    }
}
