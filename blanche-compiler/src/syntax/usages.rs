//! Describes the syntax of items, for hints.

/// A hint that shows the syntax of the item with this keyword.
pub(super) fn usage(word: &str) -> &'static str {
    match word {
        "rule" => "a rule begins: `rule NAME for COLOUR at level N plays VARIABLE if`",
        "score" => "a score begins: `score NAME for COLOUR attacking N defending N if`",
        "domain" => "a domain begins: `domain NAME`",
        "base" => "a knowledge base begins: `base NAME`",
        "library" => "a library begins with the word `library` alone",
        "use" => "a file is used by its path below `knowledge/`, without ending: `use family/people`",
        "sort" => {
            "a sort is written `sort NAME = none, left, right words Mark`, `sort NAME = 0 to 6` or \
             `sort NAME of 9 like a1 words Cell playable`"
        }
        "board" => {
            "a board is written `board 8 by 8 like c3 words Field`, or `board 8 by 8 dark numbered row 1 on top words Field`"
        }
        "symmetry" => {
            "the symmetries of a game are those of its board, or: `symmetry none`, `symmetry turn with colours`"
        }
        "players" => "the players are written `players left, right words Side, Other`",
        "starts" => "for the player who moves first, write `starts left`",
        "state" => {
            "for what a position consists of, write `state marked(Cell, Side) one Side`, or `state clock(N) \
             one N, history`"
        }
        "start" => {
            "for what holds at the start, write `start marked(a1, left)`, or `start marked(Cell, left) if \
             edge(Cell)`"
        }
        "move" => {
            "a move begins: `move NAME for COLOUR plays VARIABLE if`; its effects are lines such as `adds \
             marked(Cell, left)` or `removes marked(Cell)`, and `then NAME from VARIABLE` continues it"
        }
        "removes" | "adds" => {
            "an effect is written `removes marked(Cell)`, `adds marked(Cell, left) if free(Cell)` or \
             `adds marked(Other, left) for beside(Cell, Other)`"
        }
        "then" => {
            "to continue a move, write `then NAME`, `then NAME from Cell` or `then NAME from Cell if \
             free(Cell)`"
        }
        "blocked" => {
            "for a player who cannot move, write `blocked loses`, `blocked draws` or `blocked passes`"
        }
        "draw" => "a draw begins: `draw NAME if`",
        "margin" => "a margin begins: `margin for COLOUR counts VARIABLES if`",
        "claims" => {
            "for what rules suppose, write `claims suppose ¬lost(Side_)`, or `claims from level 3 suppose \
             ¬lost(Side_)`"
        }
        "up" => "`up to symmetry` follows the premise of a score or a preference",
        "preference" => {
            "a preference begins: `preference NAME for COLOUR plays VARIABLE worth N if`; `up to symmetry` may end it"
        }
        "drawn" => "to draw positions, write `drawn marked(Cell, left) as x, marked(Cell, right) as o`",
        "notation" => "a notation is written `notation NAME`",
        "extern" => {
            "a predicate of the host is written `extern marked(Cell: cell, Mark: mark):` and then its \
             modes, such as `(bound, free) gives one` or `(bound, bound) tests 1 in 20`"
        }
        "action" => "an action of the host is written `action mark(Player: player, Cell: cell) growing`",
        "open" => {
            "an open predicate is written `open counts(Line, N)`, or with sorts: `open parent(Child: person)`"
        }
        "export" => "an export is written `export free(Cell)`, or `export free(Cell) for left`",
        "fact" => "a fact is written `fact parent(jan, piet)`",
        "facts" => "facts of a file are written `facts parent from \"people.csv\"`",
        _ => "a derivation is written `head :- literal, literal`",
    }
}
