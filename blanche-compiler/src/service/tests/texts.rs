//! Tests of features for whole files: symbols, tokens, hints, folding, fixes, formatting, and changes of texts.

use super::{PROJECT, behind, path, project, with};
use crate::diagnostic::Code;
use crate::service::{folding, formatted, hints, symbols, tokens};

#[test]
fn a_file_has_the_symbols_that_it_declares() {
    let question = behind("lamps/base", "base");
    let all = symbols::symbols(&question.workspace, question.file);
    let all: Vec<String> =
        all.iter().map(|symbol| format!("{:?} {}: {}", symbol.kind, symbol.name, symbol.detail)).collect();
    assert_eq!(
        all,
        [
            "File lamps: base",
            "Rule double for anna: level 1",
            "Rule spread for Who: level 3",
            "Export lit: export lit(Lamp)",
            "Score glow for anna: attacking 2 defending 1",
        ]
    );
    let question = behind("lamps/lit", "library");
    let all = symbols::symbols(&question.workspace, question.file);
    let lit = &all[1];
    assert_eq!(
        (lit.name.as_str(), question.workspace.sources().text(lit.span).lines().count()),
        ("lit/1", 2),
        "two clauses are one symbol"
    );
    let found = symbols::search(&question.workspace, "LMP");
    let found: Vec<&str> = found.iter().map(|symbol| symbol.name.as_str()).collect();
    assert_eq!(found, ["lamps", "lamps", "lamp"], "letters in their order, in every file");
}

#[test]
fn every_token_has_the_kind_of_its_meaning() {
    let question = with(
        "lamps/base",
        "base lamps\nuse lamps/lit\n% ¬🙂\nrule level for anna at level 3 plays L if ¬lit(L), after turn(anna, L): (shows(L, red)) ‸\n",
    );
    let kinds: Vec<String> = tokens::tokens(&question.workspace, question.file)
        .iter()
        .skip(4)
        .map(|token| {
            format!(
                "{} {:?}{}",
                question.workspace.sources().text(token.span),
                token.kind,
                if token.defines { "!" } else { "" }
            )
        })
        .collect();
    assert_eq!(
        kinds.join(", "),
        "rule Word, level Rule!, for Word, anna Constant, at Word, level Word, 3 Number, plays Word, L Variable, if Word, \
        ¬ Not, lit Predicate, L Variable, after Word, turn Action, anna Constant, L Variable, shows Host, L Variable, red Constant"
    );
}

#[test]
fn a_hint_shows_the_sort_of_a_variable_that_its_name_does_not_show() {
    let text = "library\nuse lamps/lit\nnew(X, Lamp) :- shows(Lamp, X), lit(Y_), beside(Lamp, Y_)\nold(Light) :- new(Light, Lamp_)\n‸";
    let question = with("lamps/other", text);
    let found = hints::hints(&question.workspace, question.file);
    let found: Vec<String> =
        found.iter().map(|hint| format!("{}: {}", question.show(hint.place), hint.sort)).collect();
    assert_eq!(found, ["other:3:6: light", "other:3:39: lamp"]);
}

#[test]
fn items_and_comments_of_several_lines_can_be_folded() {
    let question = with(
        "lamps/base",
        "%% One.\n%% Two.\nbase lamps\nuse lamps/lit\n% alone\nrule double for anna at level 0 if\n    lit(Lamp),\n    lit(Lamp2)\n‸% last\n% of all",
    );
    let folds = folding::folds(&question.workspace, question.file);
    let folds: Vec<_> = folds.iter().map(|fold| (fold.first, fold.last, fold.is_comment)).collect();
    assert_eq!(folds, [(0, 1, true), (5, 7, false), (8, 9, true)]);
}

#[test]
fn fixes_that_do_not_overlap_are_applied_together() {
    let mut question = with(
        "lamps/base",
        "base lamps\nuse lamps/lit\nrule double for anna at level 0 if lti(Lamp) shows(Light, Lamp), lit(Lamp).‸\n",
    );
    for _ in 0..3 {
        let messages = question.workspace.diagnostics();
        let mut text = question.workspace.sources().file(question.file).text().to_owned();
        for edit in question.workspace.all_fixes(&messages, question.file).iter().rev() {
            text.replace_range(edit.span.range(), &edit.text);
        }
        question.workspace.write(&path("lamps/base"), text);
        question.workspace.settle();
    }
    let text = question.workspace.sources().file(question.file).text();
    assert_eq!(
        text,
        "base lamps\nuse lamps/lit\nrule double for anna at level 0 if lit(Lamp), shows(Lamp, Light), lit(Lamp)\n"
    );
    assert_eq!(formatted(&question.workspace, question.file).as_deref(), Some(text));
}

#[test]
fn an_unreadable_text_is_not_formatted() {
    let question =
        with("lamps/base", "base   lamps\nuse lamps/lit\nrule double for anna at level 0 if lit(Lamp‸");
    assert_eq!(formatted(&question.workspace, question.file), None);
    let question = with(
        "lamps/base",
        "base   lamps‸\r\nuse lamps/lit\r\nrule double for anna at level 0 if not lit(l1)",
    );
    let laid_out = "base lamps\nuse lamps/lit\nrule double for anna at level 0 if ¬lit(l1)\n";
    assert_eq!(formatted(&question.workspace, question.file).as_deref(), Some(laid_out));
}

#[test]
fn a_game_with_a_contradictory_start_is_reported_while_editing() {
    let game = "board 3 by 3 like b2 words Field\nplayers white, black words Color\nstate man(Field, Color) one Color\n\
                move go for Color plays Field if ¬man(Field, Color_)\n    adds man(Field, Color)\nblocked draws\n\
                start man(Field, white)\n";
    let wrong = format!("{game}start man(a1, Color)\n");
    let mut workspace = project(&[("men/men", &wrong)]);
    assert_eq!(codes(&workspace), [Code::BadStart]);
    workspace.write(&path("men/men"), game.to_owned());
    workspace.settle();
    assert_eq!(codes(&workspace), []);
    workspace.write(&path("men/men"), wrong);
    workspace.settle();
    assert_eq!(codes(&workspace), [Code::BadStart]);
}

fn codes(workspace: &crate::service::Workspace) -> Vec<Code> {
    workspace.diagnostics().iter().map(|message| message.code).collect()
}

#[test]
fn an_incremental_check_equals_a_full_check() {
    let mut workspace = project(&PROJECT);
    // The program has an implied literal, and a rule that evaluates itself.
    let warnings = [Code::Implied, Code::LevelTooLow];
    assert_eq!(codes(&workspace), warnings);
    let texts = [
        ("lamps/lit", "library\nuse lamps/domain\nlit(Lamp) :- shows(Lamp, red)\n"),
        (
            "lamps/lit",
            "library\nuse lamps/domain\nlit(Lamp) :- shows(Lamp, rd)\npair(L, M) :- lit(L), beside(L, M)\n",
        ),
        ("lamps/lit", "library\nlit(Lamp) :- shows(Lamp, red)\n"),
        ("lamps/lit", PROJECT[1].1),
        ("lamps/base", "base lamps\nuse lamps/lti\n"),
        ("lamps/base", "base lamps\n\n\nuse lamps/lti\n"),
        ("lamps/base", "base lamps\nuse lamps/lit\nuse lamps/base\n"),
        ("lamps/base", "use lamps/lit\n"),
        ("lamps/new", "library\nuse lamps/lit\nnew(Lamp) :- lit(Lamp), ¬lit(Lamp)\n"),
        ("lamps/base", PROJECT[2].1),
        ("lamps/new", ""),
        // A `use` of another file is missing, first without the changed text and then in it.
        ("lamps/other", "library\nuse lamps/nowhere\nother(Lamp) :- lit(Lamp)\n"),
        ("lamps/lit", "library\nuse lamps/domain\nlit(Lamp) :- shows(Lamp, rd)\n"),
        ("lamps/lit", PROJECT[1].1),
        ("lamps/other", "library\n\nuse lamps/nowhere\nother(Lamp) :- lit(Lamp)\n"),
        ("lamps/other", ""),
        ("lamps/domain", "domain lamps\n"),
        ("lamps/domain", PROJECT[0].1),
    ];
    let mut files = PROJECT.to_vec();
    let mut said = Vec::new();
    for (name, text) in texts {
        workspace.write(&path(name), text.to_owned());
        assert!(workspace.settle() && !workspace.settle());
        files.retain(|(known, _)| *known != name);
        files.push((name, text));
        let whole = |workspace: &crate::service::Workspace| {
            let messages = workspace.diagnostics();
            let mut texts: Vec<String> = messages
                .iter()
                .map(|message| crate::report::json(workspace.sources(), std::slice::from_ref(message)))
                .collect();
            texts.sort();
            texts
        };
        assert_eq!(whole(&workspace), whole(&project(&files)), "{name}: {text}");
        said.push(codes(&workspace));
    }
    assert_eq!(said.last().map(Vec::as_slice), Some(&warnings[..]), "all is as it was in the end: {said:?}");
    assert!(said.iter().filter(|codes| **codes != warnings).count() >= 7, "{said:?}");
}

#[test]
fn a_closed_text_is_replaced_by_the_file_on_disk() {
    let mut workspace = project(&PROJECT);
    workspace.close(&path("lamps/lit"));
    workspace.settle();
    assert!(codes(&workspace).contains(&Code::UseMissing), "nothing stands on this machine");
    assert_eq!(workspace.file(&path("lamps/lit")), None);
}
