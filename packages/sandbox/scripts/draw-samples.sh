#!/bin/sh
# Draws the sample pictures and the clip from their SVG sources. Needs chromium, ImageMagick and ffmpeg; the results are committed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out="$here/../samples"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

draw() { # name width height
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$work/profile" --default-background-color=00000000 \
    --window-size="$2,$3" --screenshot="$work/$1.png" "file://$here/samples/$1.svg" 2>/dev/null
}

draw harbour 1080 1350
draw roastery 1080 1350
draw beans 1080 1080
draw latte 1080 1080
draw cover 1080 1920
draw clip-background 1080 1920
draw clip-boat 500 640

for name in harbour roastery beans cover; do
  convert "$work/$name.png" -background white -flatten -strip -quality 82 -interlace none "$out/$name.jpg"
done
convert "$work/latte.png" -background white -flatten -strip -colors 128 -define png:compression-level=9 "$out/latte.png"

ffmpeg -loglevel error -y -loop 1 -t 4 -i "$work/clip-background.png" -loop 1 -t 4 -i "$work/clip-boat.png" \
  -f lavfi -t 4 -i "sine=frequency=220:sample_rate=44100,volume=0.15,afade=t=in:d=0.5,afade=t=out:st=3.3:d=0.7" \
  -filter_complex "[0:v]scale=720:1280[sea];[1:v]scale=260:-1[boat];[sea][boat]overlay=x='-200+t*190':y='720+6*sin(t*3)',format=yuv420p[v]" \
  -map "[v]" -map 2:a -r 30 -c:v libx264 -profile:v high -level 3.1 -preset veryslow -crf 30 -c:a aac -b:a 64k -movflags +faststart "$out/clip.mp4"
