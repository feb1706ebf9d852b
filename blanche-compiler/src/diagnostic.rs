//! Diagnostics as plain data: a code, a location, a reason, what to write instead, and a machine-applicable fix.
//!
//! Checks create them; [`crate::report`] renders them. This module prints nothing.

use blanche_sorted::Arrange;

use crate::files::Span;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The program is accepted, but written in the style of another language.
    Hint,
    /// The program runs, but probably not as intended.
    Warning,
    /// The program cannot run.
    Error,
}

/// A source location with a message about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// The location.
    pub span: Span,
    /// The message.
    pub text: String,
}

/// A replacement of a range of text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    /// The range of the text to replace. It is empty if the new text is inserted.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// A change that can be applied automatically and that resolves the diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fix {
    /// What the fix does, as an imperative: "write `¬`".
    pub title: String,
    /// The replacements, which must not overlap.
    pub edits: Vec<Edit>,
    /// Whether the fix deletes code or changes its meaning. Such a fix is applied only if the user asks for it, and
    /// never together with all other fixes.
    pub on_demand: bool,
    /// Whether the fix may change the answers of a program that already runs.
    pub changes_answers: bool,
}

/// A problem in the source text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// The kind of problem.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// A short title in lower case, without a full stop.
    pub title: String,
    /// The location of the problem, with a message.
    pub label: Label,
    /// Other locations that explain the problem.
    pub others: Vec<Label>,
    /// Advice: what to write instead, or what to know.
    pub hints: Vec<String>,
    /// An automatic fix, if there is one.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A diagnostic with the default severity of its code.
    pub fn new(code: Code, title: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: code.severity(),
            title: title.into(),
            label: Label { span, text: label.into() },
            others: Vec::new(),
            hints: Vec::new(),
            fix: None,
        }
    }

    /// Adds another location that explains the problem.
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.others.push(Label { span, text: text.into() });
        self
    }

    /// Adds a sentence of advice.
    pub fn hint(mut self, text: impl Into<String>) -> Diagnostic {
        self.hints.push(text.into());
        self
    }

    /// Adds a fix with one replacement.
    pub fn fix(self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Diagnostic {
        self.fixes(title, vec![Edit { span, text: text.into() }])
    }

    /// Adds a fix with several replacements. No fix is added if they overlap, because they could then not be applied.
    pub fn fixes(mut self, title: impl Into<String>, edits: Vec<Edit>) -> Diagnostic {
        let mut places: Vec<Span> = edits.iter().map(|edit| edit.span).collect();
        places.arrange();
        let overlap =
            places.windows(2).any(|pair| pair[0].file == pair[1].file && pair[1].start < pair[0].end);
        self.fix =
            (!overlap).then(|| Fix { title: title.into(), edits, on_demand: false, changes_answers: false });
        self
    }

    /// Adds a fix that deletes the labelled code, which changes no answers. The exact range to delete is filled in
    /// later, when the whole program is known (`check::removals`).
    pub fn removable(mut self) -> Diagnostic {
        let title = "remove it: the answers are the same".to_owned();
        self.fix = Some(Fix { title, edits: Vec::new(), on_demand: true, changes_answers: false });
        self
    }

    /// Marks the fix as one that may change the answers of a program that already runs. Such a fix is applied only if
    /// the user asks for it.
    pub fn changing_answers(mut self) -> Diagnostic {
        if let Some(fix) = &mut self.fix {
            (fix.on_demand, fix.changes_answers) = (true, true);
        }
        self
    }

    /// Whether the fix is a deletion whose range is not filled in yet.
    pub(crate) fn is_removable(&self) -> bool {
        self.fix.as_ref().is_some_and(|fix| fix.on_demand && fix.edits.is_empty())
    }

    /// Whether there is a fix that can be applied together with all others.
    pub fn has_plain_fix(&self) -> bool {
        self.fix.as_ref().is_some_and(|fix| !fix.on_demand)
    }
}

/// Whether the list contains an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// Declares the diagnostic codes: variant, number, severity, and title. `of_body` before the title marks a code about
/// the meaning of a whole body: such messages are suppressed while the body has other errors.
macro_rules! codes {
    (@of_body of_body) => { true };
    (@of_body) => { false };
    ($($name:ident $number:literal $severity:ident $($of_body:ident)? $title:literal;)*) => {
        /// The kinds of problems. The number of a code is never reused for another kind.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = concat!("`", $number, "`: ", $title)] $name,)*
        }

        impl Code {
            /// All codes, in the order of their numbers.
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// The number as it is printed, such as `B0101`.
            pub fn number(self) -> &'static str {
                match self { $(Code::$name => $number),* }
            }

            /// The default severity of the code.
            pub fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity),* }
            }

            /// Whether the code is about the meaning of a whole body. Such diagnostics are suppressed while the body
            /// has other errors.
            pub fn is_of_body(self) -> bool {
                match self { $(Code::$name => codes!(@of_body $($of_body)?)),* }
            }

            /// The title of the code: a short phrase.
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => $title),* }
            }

            /// The page that `blanche explain` prints: Markdown, with an example and its correction.
            pub fn page(self) -> &'static str {
                match self { $(Code::$name => include_str!(concat!("explain/", $number, ".md"))),* }
            }
        }
    };
}

/// Maximum number of errors of one kind that are reported for a file of facts.
pub(crate) const MAX_ERRORS_PER_TABLE: usize = 100;

codes! {
    // Codes about bytes, characters and spelling.
    NotUtf8 "B0001" Error "a byte that is not UTF-8";
    FileTooLarge "B0002" Error "a file that is too large";
    UnknownCharacter "B0003" Error "a character that has no meaning here";
    OddSpace "B0004" Error "a character that looks like a space";
    NotSpelling "B0005" Error "another spelling of `¬`";
    OtherSpelling "B0006" Error "the syntax of another language";
    FullStop "B0007" Hint "a full stop at the end";
    LeadingZero "B0008" Hint "a number with a leading zero";
    MalformedName "B0009" Error "a name that is not well formed";
    NumberTooLarge "B0010" Error "a number that is too large";
    UnseenInComment "B0011" Warning "a misleading character in a comment";
    MixedScripts "B0012" Warning "a name with a letter of another script";
    // Codes about bodies and other syntax.
    MissingComma "B0101" Error "a missing comma";
    Unclosed "B0102" Error "an opening bracket that is never closed";
    Unopened "B0103" Error "a closing bracket that nothing opened";
    BreakBefore "B0104" Error "a line break in the wrong place";
    Expected "B0105" Error "something else was expected here";
    EmptyArguments "B0106" Error "empty brackets";
    NoFunctions "B0107" Error "a term inside a term";
    NoBody "B0108" Error "a head without a body";
    NestedTooDeep "B0109" Error "brackets nested too deep";
    // B0110 is retired: it reported words that were reserved for later versions of the language.
    BadLevel "B0111" Error "a level that does not exist";
    PlaysMissing "B0112" Error "a rule that must say what it plays";
    PlaysAtLevelZero "B0113" Error "a rule of level 0 that plays";
    CapitalPredicate "B0114" Error "a predicate that begins with an upper-case letter";
    NoItem "B0115" Error "a line that is not an item";
    DoubleNegation "B0116" Hint "a double negation";
    ExtraComma "B0117" Error "a comma too many";
    BadAllow "B0118" Error "a suppression that is not well formed";
    LocalInHead "B0119" Error "a local variable in a head or after `plays`";
    BadWeight "B0120" Error "an invalid weight";
    // Codes about files.
    UseMissing "B0201" Error "a file that does not exist";
    UseCircular "B0202" Error "files that use each other";
    UseOutside "B0203" Error "a file outside the knowledge folder";
    HeaderPlace "B0204" Error "a header in the wrong place";
    UseRepeated "B0205" Warning "a file that is used twice";
    BaseTwice "B0206" Error "two bases with the same name";
    FileUnused "B0207" Warning "a file that its base does not use";
    FactsMissing "B0208" Error "a file of facts that cannot be read";
    BadFacts "B0209" Error "a file of facts that is not well formed";
    UseForgotten "B0210" Error "a `use` that is missing";
    HeaderName "B0211" Error "a name that cannot be a file name";
    // Codes about names.
    UnknownPredicate "B0301" Error "an unknown predicate";
    WrongArity "B0302" Error "a wrong number of arguments";
    UnknownConstant "B0303" Error "an unknown constant";
    UnknownSort "B0304" Error "an unknown sort";
    DeclaredTwice "B0305" Error "a name that is declared twice";
    Redefined "B0306" Error "a predicate that is already defined elsewhere";
    AskedRuleMissing "B0307" Error "a rule that is asked for and does not exist";
    NoPlayer "B0308" Error "a colour that is not a player";
    BadSort "B0309" Error "an invalid sort";
    BadMode "B0310" Error "an invalid mode";
    BadSide "B0311" Error "an invalid variable for a player";
    ActionAsPredicate "B0312" Error "an action where a predicate belongs";
    PredicateAsAction "B0313" Error "a predicate where an action belongs";
    UnknownAction "B0314" Error "an unknown action";
    NotOpen "B0315" Error "a clause of a predicate that another file defines";
    OpenEmpty "B0316" Error "an open predicate without a clause";
    BadBoard "B0317" Error "an invalid board";
    SeveralValues "B0318" Error "a call that may have several values";
    // Codes about sorts.
    WrongSort "B0401" Error "an argument of the wrong sort";
    NoCommonSort "B0402" Error "a variable of two sorts";
    HostConstant "B0403" Warning "a value of the host in a rule";
    EqualSorts "B0404" Error "`equal` between two sorts";
    PlaysSort "B0405" Error "a rule that plays what cannot be played";
    SwappedArguments "B0406" Error "arguments in the wrong order";
    SortUnclear "B0407" Error "a variable whose sort is unknown";
    ComparedSorts "B0408" Error "a comparison between two sorts";
    NoOrder "B0409" Error "a comparison of values that have no order";
    NoNumber "B0410" Error "a sum of values that are not numbers";
    Decided "B0411" Warning "a comparison that can never hold";
    SumTooLarge "B0412" Error "a sum that may be too large";
    NoWeight "B0413" Error "a weight that is not a number of its score";
    // Codes about variables and modes.
    NothingBinds "B0501" Error "a variable that nothing binds";
    CallerMustBind "B0502" Error "a predicate that needs more from its caller";
    Singleton "B0503" Warning "a variable that occurs once";
    NegationsShare "B0504" Error "a variable that only two negations share";
    BranchUnbound "B0505" Error "a variable that one branch does not bind";
    LooksLike "B0506" Warning "a variable that looks like another one";
    PlaysUnbound "B0507" Error "a rule that plays a variable its premise does not bind";
    ActionUnbound "B0508" Error "an action whose argument nothing binds";
    CountedVariable "B0509" Error "a variable of an aggregate that is not its own";
    // Codes about meaning.
    NegationCycle "B0601" Error "a predicate that depends on its own negation";
    Recursion "B0602" Error "a predicate that needs itself after an action that can be repeated for ever";
    Duplicate "B0603" Warning of_body "a duplicate clause";
    NeverHolds "B0604" Warning of_body "a body that can never hold";
    Unused "B0605" Warning "an unused predicate";
    UnusedAllow "B0606" Warning "a suppression that silences nothing";
    Contained "B0607" Warning of_body "a clause that another one covers";
    Shadowed "B0608" Warning of_body "a rule that adds nothing";
    Implied "B0609" Warning of_body "a literal that says nothing new";
    LevelTooLow "B0610" Warning of_body "a rule that asks for more moves than it has";
    InPairs "B0611" Warning of_body "a score that counts pairs twice";
    AskedByName "B0612" Warning "a rule that the host asks because of its name";
    Unfounded "B0613" Warning "a predicate that follows only from itself";
    Multiplies "B0614" Warning of_body "a variable that only multiplies answers";
    Unconnected "B0615" Warning of_body "a literal that shares no variable with the others";
    PlayerNotNamed "B0616" Warning "a premise that does not name its player";
    Narrowed "B0617" Warning "a variable that is narrowed from inside";
    // Codes about running programs.
    LimitReached "B0701" Error "a question that was given up";
    DomainDiffers "B0702" Error "rules for another domain";
    BadStatistics "B0703" Warning "statistics that do not fit the base";
    PlanTooLarge "B0704" Error "rules that take too long to plan";
    EmissionTooLarge "B0705" Error "rules that become too much Rust";
    // Codes about games defined in rule files.
    BadState "B0801" Error "an invalid state";
    BadStart "B0802" Error "an invalid start of a game";
    BadEffect "B0803" Error "an invalid effect";
    BadMove "B0804" Error "an invalid move";
    BadDrawing "B0805" Error "an invalid drawing";
    CannotMove "B0806" Error "a player who cannot move";
    EffectsContradict "B0807" Error "effects that contradict each other";
    NeverEnds "B0808" Error "a game that does not end";
    BadContinuation "B0809" Error "an invalid continuation of a move";
    EndlessMove "B0810" Error "a move that does not end";
    BadMargin "B0811" Error "a margin that cannot be counted";
}

impl Code {
    /// The codes whose variant name or title contains all of these words, ignoring case, in the order of their numbers.
    /// Parts of words match too.
    pub fn with_words(words: &str) -> Vec<Code> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let has_all = |code: &&Code| {
            let text = format!("{code:?} {}", code.title()).to_lowercase();
            !words.is_empty() && words.iter().all(|word| text.contains(word))
        };
        Code::ALL.iter().filter(has_all).copied().collect()
    }

    /// The code with this number (such as `B0101`, ignoring case).
    pub fn from_number(number: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.number().eq_ignore_ascii_case(number))
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.number())
    }
}
