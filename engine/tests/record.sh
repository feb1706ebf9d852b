#!/usr/bin/env bash
# Records what every command of `noire` prints for every built-in game: standard output, standard error and the exit status of
# some 400 runs with fixed seeds and limits of nodes, a file for each. Compare two builds with `diff -r`.
#
#   engine/tests/record.sh FOLDER [NOIRE]
set -u
folder=${1:?the folder to write to}
noire=$(realpath "${2:-target/debug/noire}")
mkdir -p "$folder"
folder=$(realpath "$folder")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3
export COLUMNS=100 NO_COLOR=1 BLANCHE_HISTORY= LC_ALL=C.UTF-8

stones="renju gomoku gomoku-standard renju-2001"
texts="noughts connect-four othello draughts draughts-expert"
line=h8,i9,i7,g9,g7,h9,h7
won=h8,a1,i8,b1,j8,c1,k8,d1,l8
declare -A played=(
    [noughts]="b2 a1 c3" [connect-four]="d d e c e" [othello]="f5 d6 c3 d3 c4" [draughts]="11-15 23-19 8-11"
    [draughts-expert]="11-15 23-19 8-11"
)
runs=0

# Times, rates and what follows from them differ from run to run.
timeless() {
    sed -E -e 's/[0-9]+(\.[0-9]+)? (s|ms|µs|ns)\b/… \2/g' -e 's/[0-9.]+ (a|per) second/… \1 second/g' \
        -e 's/"(ms|seconds|elapsed|per_second|positions_per_second|time)":[0-9.]+/"\1":…/g' \
        -e "s#$work#WORK#g"
}

# record NAME WORDS…: standard input is empty, or the file $input.
record() {
    local name=$1
    shift
    {
        printf '$ noire'
        printf ' %q' "$@"
        printf '\n'
        timeout 120 "$noire" "$@" < "${input:-/dev/null}" > out.txt 2> err.txt
        printf 'status %s\n' $?
        timeless < out.txt
        printf -- '-- standard error\n'
        timeless < err.txt
    } > "$folder/$name.txt"
    runs=$((runs + 1))
}

of_stones() {
    local base=$1 format
    local at=(--game "$base" --moves "$line")
    for format in text json counts; do
        record "apply-$base-$format" apply "${at[@]}" --format $format
        record "apply-all-$base-$format" apply "${at[@]}" --format $format --all
    done
    record "apply-both-$base" apply "${at[@]}" --backend both --applies
    record "apply-every-ply-$base" apply "${at[@]}" --every-ply --format counts
    for format in text json svg; do record "explain-$base-$format" explain "${at[@]}" --format $format; done
    for format in text json; do
        record "eval-$base-$format" eval "${at[@]}" --all --format $format
        record "rules-$base-$format" rules --game "$base" --format $format
        record "solve-$base-$format" solve "${at[@]}" --nodes 20000 --proof --format $format
        record "forbidden-$base-$format" forbidden "${at[@]}" --format $format --why
        record "coverage-$base-$format" coverage --game "$base" --random 40 --nodes 2000 --threads 1 --format $format
        record "verify-$base-$format" verify --game "$base" --rounds 2 --threads 1 --nodes 2000 --format $format
        record "contest-$base-$format" contest --game "$base" --games 4 --nodes 200 --threads 1 --format $format
        record "answers-against-$base-$format" answers --game "$base" --against renju-2001 --format $format
    done
    for format in text json markdown; do
        record "analyse-$base-$format" analyse "${at[@]}" --nodes 500 --best 2 --format $format
        record "analyse-every-ply-$base-$format" analyse "${at[@]}" --every-ply --nodes 200 --format $format
        record "tune-$base-$format" tune --game "$base" --games 4 --nodes 50 --threads 1 --format $format
    done
    record "analyse-over-$base" analyse --game "$base" --moves "$won"
    record "doc-$base" doc --game "$base"
    record "statistics-$base" statistics "${at[@]}"
    record "mutate-$base" mutate "$base" --sample 4 --rounds 1 --threads 1 --nodes 2000
    printf 'hint\nvalue\nrules\n%s\nundo\nredo\nquit\n' h8 > input.txt
    input=input.txt record "play-$base" play --game "$base" --level 3 --time 0.05 --white human
    printf ':rules\n:board\n:plan one\n:position h8,i9\n:whynot five\n' > input.txt
    input=input.txt record "repl-$base" repl "${at[@]}"
}

of_text() {
    local game=$1 format
    local at=(--game "$game" --moves "${played[$game]}")
    for format in text json counts; do record "apply-$game-$format" apply "${at[@]}" --format $format --all; done
    record "apply-both-$game" apply "${at[@]}" --backend both
    for format in text json svg; do record "explain-$game-$format" explain "${at[@]}" --format $format; done
    for format in text json; do
        record "eval-$game-$format" eval "${at[@]}" --all --format $format
        record "rules-$game-$format" rules --game "$game" --format $format
        record "perft-$game-$format" perft "${at[@]}" --depth 3 --format $format
        record "perft-divide-$game-$format" perft "${at[@]}" --depth 2 --divide --format $format
        record "playouts-$game-$format" perft --game "$game" --random 50 --seed 3 --format $format
        record "coverage-$game-$format" coverage --game "$game" --random 40 --nodes 2000 --threads 1 --format $format
        record "verify-$game-$format" verify --game "$game" --positions 200 --threads 1 --nodes 2000 --format $format
        record "contest-$game-$format" contest --game "$game" --games 4 --nodes 100 --threads 1 --format $format
        record "test-$game-$format" test --game "$game" --format $format
    done
    for format in text json markdown; do
        record "analyse-$game-$format" analyse "${at[@]}" --nodes 500 --best 3 --format $format
        record "analyse-every-ply-$game-$format" analyse "${at[@]}" --every-ply --nodes 200 --format $format
    done
    record "doc-$game" doc --game "$game"
    record "mutate-$game" mutate "$game" --sample 4 --rounds 1 --threads 1 --nodes 2000
    record "learn-$game" learn --game "$game" --games 20 --seed 2 --into "learned-$game"
    record "answers-$game" answers --game "$game" --check
    printf 'hint\nmoves\nrules\nhelp\nquit\n' > input.txt
    input=input.txt record "play-$game" play --game "$game" --computer none
    printf ':rules\n:board\n:start\n' > input.txt
    input=input.txt record "repl-$game" repl "${at[@]}"
}

for base in $stones; do of_stones "$base"; done
for game in $texts; do of_text "$game"; done

# Without a game, records, and what is refused.
record "default"
record "help" --help
for command in $("$noire" --help | sed -n '/^Commands:/,/^Options:/p' | grep -oE '^  [a-z]+' | grep -v help); do
    record "help-$command" "$command" --help
done
record "games" games
record "players" games --players
printf '(;FF[4]GM[4]SZ[15]RU[renju];B[hh];W[ig];B[ii];W[gg];B[gi])\n' > game.sgf
for to in sgf psq lines; do record "convert-$to" convert --to $to game.sgf; done
printf '#id\tblack\twhite\tto-move\none\th8,i8\tg7,g8\tblack\ntwo\th8,i8,j8\tg7,g8\twhite\n' > positions.tsv
for format in text json counts; do record "apply-list-$format" apply --file positions.tsv --format $format; done
record "eval-list" eval --file positions.tsv
record "solve-list" solve --file positions.tsv --nodes 2000 --format json
printf '[Event "one"]\n[Result "*"]\n\n1. 11-15 23-19 2. 8-11 *\n' > game.pdn
record "analyse-pdn" analyse --game draughts --file game.pdn --every-ply --nodes 200
record "apply-pdn" apply --game draughts --file game.pdn --every-ply --format counts
printf 'h8 i9 i7 g9 g7\n' > game.txt
record "analyse-record" analyse --file game.sgf --every-ply --nodes 200
record "analyse-moves" analyse --file game.txt --every-ply --nodes 200
record "unknown-base" apply --game renjoo
record "unknown-game" perft --game chess
record "draw-none" draw --moves h8
record "new-game" new men --as game
record "new-base" new mine
record "test-own" test mine
record "answers-own" answers --game mine
printf 'START 15\nINFO rule 4\nINFO timeout_turn 0\nBEGIN\nTURN 7,8\nEND\n' > input.txt
input=input.txt record "gomocup" gomocup --nodes 200 --quiet
echo "$runs runs recorded"
