#!/usr/bin/env bash
# From photos to scores, on the sample. Run it with `make demo`; what it makes lies in build/.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PWD/.venv/bin:$PATH"
sample=examples/sample
album=build/demo-album

camtable() {
    echo
    echo "\$ camtable $*"
    command camtable "$@" || [ $? -eq 4 ] # 4: it is not sure, and asks
}

table() { # NAME START PLAYERS: a photo cannot show who played which animal
    local photo=$sample/$1.jpg
    camtable read "$photo" --album "$album" --overlay "build/$1-overlay.jpg"
    camtable check "$photo" --album "$album"
    camtable score "$photo" --album "$album" --game diversify --start "$2" --players "$3"
}

mkdir -p build
camtable enrol "$sample"/enrol-0*.jpg --deck "$sample/sample.deck.json" --face animals --out "$album"
table board-8-cards panda Finn=fox,Ann=frog
table board-13-cards frog Ben=fox,Hugo=panda,Cleo=pig,Finn=unicorn,Ann=monkey,Eva=lion
echo
echo "What was read is drawn into build/board-8-cards-overlay.jpg and build/board-13-cards-overlay.jpg"
