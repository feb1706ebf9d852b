//! Generates the host of a random domain, that is, the Rust code that answers its extern predicates. It implements the
//! trait that the emitter wrote; every method looks its answers up in tables.

use std::fmt::Write;

use blanche_compiler::emit::Module;
use syn::{
    Attribute, Expr, FnArg, Item, ItemTrait, Lit, Meta, Pat, ReturnType, TraitItem, TraitItemFn, Type,
};

/// Appends the host to the module of its domain.
pub(crate) fn add_host(module: &mut Module) {
    let file = syn::parse_file(&module.text).expect("the emitter writes Rust that parses");
    let facts = file.items.iter().find_map(|item| match item {
        Item::Trait(item) => Some(item),
        _ => None,
    });
    if let Some(facts) = facts {
        module.text.push_str(&implementation(facts));
    }
}

fn implementation(facts: &ItemTrait) -> String {
    let mut text = format!("impl {} for agree::whole::Tables {{\n", facts.ident);
    for item in &facts.items {
        if let TraitItem::Fn(method) = item
            && method.default.is_none()
        {
            text.push_str(&implemented(method));
        }
    }
    text + "}\n"
}

/// The Rust code of an implementation of this trait method.
fn implemented(method: &TraitItemFn) -> String {
    let doc = doc(&method.attrs);
    let signature = signature(method);
    let parameters = parameters(method);
    let body = if doc.starts_with("Parses a ") {
        let sort = generic(&method.sig.output);
        format!("agree::whole::Tables::read(text).map({sort}::from_value)")
    } else if doc.starts_with("The text of a ") {
        format!("agree::whole::Tables::write({}.value())", parameters[0])
    } else if doc.contains("Makes `") {
        format!("self.act_with(&[{}])", values(&parameters))
    } else if doc.starts_with("Undoes the latest ") {
        format!("self.undo(&[{}]);", values(&parameters))
    } else {
        answers(method, &doc, &parameters)
    };
    format!("{signature} {{ {body} }}\n")
}

/// The body of a method that answers calls of an extern predicate in one mode. The method's documentation ends with the
/// mode, as `` `name(bound, free)` ``.
fn answers(method: &TraitItemFn, doc: &str, parameters: &[String]) -> String {
    let mode = doc.trim_end().trim_end_matches('`').rsplit('`').next().expect("a mode stands there");
    let (name, bound) = mode.trim_end_matches(')').split_once('(').expect("a mode has arguments");
    let bound: Vec<bool> = bound.split(", ").map(|word| word == "bound").collect();
    if parameters.len() > bound.iter().filter(|bound| **bound).count() {
        let (value, asks) = (&parameters[0], &parameters[1]);
        return format!("self.leads({value}.value(), |tables| {asks}(tables))");
    }
    if method.sig.inputs.iter().any(is_slice) {
        return format!(
            "self.all({name:?}, &{}.iter().map(|value| value.value()).collect::<Vec<_>>())",
            parameters[0]
        );
    }
    let mut given = parameters.iter();
    let given: Vec<String> = bound
        .iter()
        .map(|bound| match bound {
            true => format!("Some({}.value())", given.next().expect("it is given")),
            false => "None".to_owned(),
        })
        .collect();
    let rows = format!("self.rows({name:?}, &[{}])", given.join(", "));
    let free: Vec<usize> = (0..bound.len()).filter(|at| !bound[*at]).collect();
    let ReturnType::Type(_, output) = &method.sig.output else { unreachable!("a mode has answers") };
    let text = written(&**output);
    match &**output {
        Type::Path(path) if path.path.is_ident("bool") => format!("!{rows}.is_empty()"),
        Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Option") => {
            format!("{rows}.first().map(|row| {})", tuple(&generic_types(output), &free))
        }
        Type::ImplTrait(_) => {
            format!("{rows}.into_iter().map(|row| {})", tuple(&item_types(output), &free))
        }
        _ => format!(
            "let mut set = {text}::EMPTY; for row in {rows} {{ \
             set.insert(blanche_runtime::Numbered::numbered(row[{}] as usize)); }} set",
            free[0]
        ),
    }
}

/// Whether a parameter is a slice, which takes the arguments of a variadic predicate.
fn is_slice(input: &FnArg) -> bool {
    let FnArg::Typed(typed) = input else { return false };
    matches!(&*typed.ty, Type::Reference(to) if matches!(&*to.elem, Type::Slice(_)))
}

/// Rust code for the free values of a row, each converted to its Rust type.
fn tuple(types: &[String], free: &[usize]) -> String {
    let values: Vec<String> =
        types.iter().zip(free).map(|(ty, at)| format!("{ty}::from_value(row[{at}])")).collect();
    match values.as_slice() {
        [one] => one.clone(),
        _ => format!("({})", values.join(", ")),
    }
}

/// The type inside the `Option<…>` that a method returns.
fn generic(output: &ReturnType) -> String {
    let ReturnType::Type(_, output) = output else { unreachable!("it gives something") };
    generic_types(output).remove(0)
}

/// The types inside `Option<…>`: the element types if it contains a tuple, and otherwise its only type.
fn generic_types(output: &Type) -> Vec<String> {
    let Type::Path(path) = output else { unreachable!("it is an option") };
    let last = path.path.segments.last().expect("a path has a segment");
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
        unreachable!("an option is of something")
    };
    let Some(syn::GenericArgument::Type(of)) = arguments.args.first() else {
        unreachable!("an option is of a type")
    };
    types(of)
}

/// The item types of `impl Iterator<Item = …>`.
fn item_types(output: &Type) -> Vec<String> {
    let Type::ImplTrait(iterator) = output else { unreachable!("it is an iterator") };
    let bounds = iterator.bounds.iter().find_map(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => bound.path.segments.last(),
        _ => None,
    });
    let syn::PathArguments::AngleBracketed(arguments) = &bounds.expect("it is a trait").arguments else {
        unreachable!("an iterator is of something")
    };
    let Some(syn::GenericArgument::AssocType(of)) = arguments.args.first() else {
        unreachable!("an iterator has items")
    };
    types(&of.ty)
}

fn types(of: &Type) -> Vec<String> {
    match of {
        Type::Tuple(tuple) => tuple.elems.iter().map(written).collect(),
        one => vec![written(one)],
    }
}

fn written(tokens: &impl quote::ToTokens) -> String {
    tokens.to_token_stream().to_string()
}

/// The signature of a method. If the method returns an iterator, `+ use<>` states that the iterator does not borrow.
fn signature(method: &TraitItemFn) -> String {
    let mut signature = written(&method.sig);
    if let Some(at) = signature.find("+ use <") {
        signature.truncate(at);
        signature.push_str("+ use<>");
    }
    signature
}

/// The names of the parameters of a method, without `self`.
fn parameters(method: &TraitItemFn) -> Vec<String> {
    let named = method.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(name) => Some(name.ident.to_string()),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    named.collect()
}

fn values(parameters: &[String]) -> String {
    parameters.iter().fold(String::new(), |mut text, parameter| {
        write!(text, "{parameter}.value(), ").expect("a text can be written");
        text
    })
}

/// The lines of a documentation comment.
fn doc(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    lines.collect::<Vec<String>>().join("\n")
}
