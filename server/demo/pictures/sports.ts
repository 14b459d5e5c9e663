import {
  around,
  circle,
  clipped,
  ellipse,
  fade,
  group,
  mist,
  type Motif,
  polygon,
  rect,
  repeat,
  ring,
  shape,
  spray,
  stroke,
  wave,
} from './svg.ts'

/** The pitch from the last row, and the ball on its spot. */
const pitch: Motif = (s) => {
  const lines = (d: string) => stroke(d, s.ink, 7)
  return (
    rect([0, 0, 1200, 675], s.main) +
    polygon([260, 90, 940, 90, 1290, 690, -90, 690], s.veil) +
    repeat(4, (i) =>
      polygon([260 + i * 194, 90, 357 + i * 194, 90, 107 + i * 394, 690, -90 + i * 394, 690], s.ground),
    ) +
    lines('M260 90H940L1290 690H-90Z') +
    lines('M170 246H1030') +
    ellipse([600, 246], [136, 48], 'none', `stroke="${s.ink}" stroke-width="7"`) +
    lines('M404 90L384 130H816L796 90') +
    lines('M250 680L300 500H900L950 680') +
    lines('M480 500Q600 436 720 500') +
    circle([600, 520, 84], s.spark) +
    polygon([600, 484, 634, 508, 621, 548, 579, 548, 566, 508], s.ground) +
    repeat(
      5,
      (i) =>
        stroke(`M${around(600, 520, 40, i * 72).join(' ')}L${around(600, 520, 66, i * 72).join(' ')}`, s.ground, 6) +
        polygon(
          [
            ...around(600, 520, 66, i * 72 - 4),
            ...around(600, 520, 84, i * 72 - 20),
            ...around(600, 520, 86, i * 72),
            ...around(600, 520, 84, i * 72 + 20),
            ...around(600, 520, 66, i * 72 + 4),
          ],
          s.ground,
        ),
    ) +
    repeat(26, (i) => circle([i * 50 - 20, 44 + ((i * 37) % 26), 15], [s.veil, s.accent, s.spark][i % 3] ?? s.veil))
  )
}

/** Lanes in the bend. */
const lanes: Motif = (s) =>
  repeat(9, (i) => circle([1050, 820, 1010 - i * 82], i % 2 ? s.main : s.accent)) +
  repeat(9, (i) => ring([1050, 820, 1010 - i * 82], s.ink, 6)) +
  circle([1050, 820, 300], s.ground) +
  circle([170, 130, 82], s.spark) +
  group(
    circle([20, -140, 34], s.ink) +
      stroke('M10 -96L-34 10', s.ink, 46) +
      stroke('M6 -84L70 -46L108 -92', s.ink, 22) +
      stroke('M4 -84L-70 -70L-104 -14', s.ink, 22) +
      stroke('M-30 16L52 44L34 140', s.ink, 28) +
      stroke('M-34 16L-82 94L-176 92', s.ink, 28),
    'transform="translate(560 300)"',
  ) +
  repeat(4, (i) => stroke(`M${250 - i * 26} ${226 + i * 56}h${130 - i * 16}`, s.spark, 10)) +
  mist(s, [0, 0, 1200, 675], s.ground, 520)

/** The ball, very near. */
const ball: Motif = (s) => {
  const patch = (x: number, y: number, size: number, turn: number) =>
    polygon(Array.from({ length: 5 }, (_, i) => around(x, y, size, turn + i * 72)).flat(), s.ink)
  return (
    repeat(15, (i) => stroke(`M-20 ${60 + i * 46}H${340 - Math.abs(i - 7) * 26}`, s.veil, 18)) +
    circle([690, 338, 290], s.spark) +
    clipped(
      s,
      circle([690, 338, 290], '#000'),
      circle([620, 270, 330], '#fff', 'opacity=".25"') +
        patch(670, 330, 98, 12) +
        repeat(5, (i) => {
          const [x, y] = around(670, 330, 236, 12 + i * 72)
          const [x1, y1] = around(670, 330, 98, 12 + i * 72)
          const [x2, y2] = around(670, 330, 168, 12 + i * 72)
          return (
            stroke(`M${x1} ${y1}L${x2} ${y2}`, s.ink, 11) +
            patch(x, y, 88, 48 + i * 72) +
            stroke(
              `M${x2} ${y2}L${around(670, 330, 176, 48 + i * 72).join(' ')}L${around(670, 330, 168, 84 + i * 72).join(' ')}`,
              s.ink,
              11,
            )
          )
        }) +
        spray(s, [800, 480, 260, 200], s.ground, 700),
    ) +
    ring([690, 338, 290], s.ink, 12) +
    repeat(5, (i) =>
      polygon([90 + i * 70, 600 - (i % 2) * 30, 130 + i * 70, 560 - (i % 2) * 40, 140 + i * 70, 620], s.main),
    ) +
    rect([0, 630, 1200, 50], s.accent)
  )
}

/** Ball, ring and net. */
const hoop: Motif = (s) =>
  circle([360, 260, 520], s.veil) +
  rect([700, 40, 420, 300], s.ink, 'rx="14"') +
  rect([818, 150, 184, 130], 'none', `stroke="${s.main}" stroke-width="14"`) +
  ellipse([800, 380], [170, 34], 'none', `stroke="${s.main}" stroke-width="20"`) +
  repeat(
    7,
    (i) =>
      stroke(`M${640 + i * 53} ${390 + Math.sin((i / 6) * Math.PI) * 22}L${694 + i * 36} 590`, s.ink, 6) +
      stroke(
        `M${640 + i * 53} ${390 + Math.sin((i / 6) * Math.PI) * 22}L${670 + ((i + 2) % 7) * 40} 590`,
        s.ink,
        6,
        'opacity=".7"',
      ),
  ) +
  repeat(9, (i) => circle([140 + i * 52, 560 - Math.sin((i / 11) * Math.PI) * 380, 9], s.spark)) +
  circle([560, 190, 138], s.accent) +
  clipped(
    s,
    circle([560, 190, 138], '#000'),
    stroke('M430 60Q600 170 520 340M690 60Q500 190 640 340M410 200Q560 250 720 150', s.ground, 9) +
      spray(s, [610, 260, 140, 110], s.ground, 260),
  ) +
  ring([560, 190, 138], s.ground, 9) +
  mist(s, [0, 675, 1200, -240], s.ground, 400)

/** Ice, lines, one long skate. */
const ice: Motif = (s) =>
  group(
    rect([-700, -400, 1400, 800], s.spark) +
      rect([-40, -400, 80, 800], s.accent) +
      repeat(8, (i) => rect([-12, -400 + i * 104, 24, 52], s.spark)) +
      rect([-430, -400, 34, 800], s.main) +
      rect([396, -400, 34, 800], s.main) +
      ring([0, 0, 190], s.main, 14) +
      circle([0, 0, 24], s.main) +
      ring([560, 200, 130], s.accent, 12) +
      circle([560, 200, 20], s.accent) +
      ring([-560, -200, 130], s.accent, 12),
    'transform="translate(600 338) rotate(-17)"',
  ) +
  stroke('M-40 120C260 40 420 300 300 430S560 700 880 470', s.veil, 12) +
  stroke('M-40 150C250 80 390 310 280 430S560 740 890 500', s.veil, 6) +
  ellipse([900, 500], [92, 44], s.ground, 'opacity=".3"') +
  rect([818, 436, 164, 46], s.ink) +
  ellipse([900, 482], [82, 34], s.ink) +
  ellipse([900, 436], [82, 34], s.ink, `stroke="${s.veil}" stroke-width="5"`) +
  spray(s, [880, 540, 300, 120], s.accent, 300)

/** Court, line, ball, shadow. */
const court: Motif = (s) =>
  group(
    rect([-900, -700, 1800, 1400], s.main) +
      rect([-620, -700, 1000, 1060], s.accent) +
      stroke('M-620 -700V360H380V-700M-620 60H380M-120 -700V60', s.ink, 17) +
      repeat(30, (i) => stroke(`M${-900 + i * 64} -330v70`, s.ink, 3, 'opacity=".5"')) +
      stroke('M-900 -330H900M-900 -260H900', s.ink, 9),
    'transform="translate(640 330) rotate(-24)"',
  ) +
  ellipse([820, 520], [92, 38], s.ground, 'opacity=".38"') +
  circle([760, 400, 96], s.spark) +
  clipped(
    s,
    circle([760, 400, 96], '#000'),
    ring([650, 320, 110], s.ink, 9) + ring([880, 470, 110], s.ink, 9) + spray(s, [800, 450, 90, 80], s.ground, 220),
  ) +
  repeat(3, (i) => stroke(`M${830 + i * 52} ${300 - i * 22}l${120 - i * 14} -${70 - i * 6}`, s.spark, 11)) +
  mist(s, [0, 0, 1200, 675], s.ground, 600)

/** A wheel goes by, and the mountains stay. */
const wheel: Motif = (s) =>
  rect([0, 0, 1200, 675], fade(s, s.ground, s.veil)) +
  circle([950, 150, 76], s.spark) +
  polygon([-20, 540, 190, 260, 300, 380, 470, 180, 700, 470, 830, 340, 1020, 540], s.accent) +
  polygon([190, 260, 246, 322, 180, 340, 132, 336], s.ink) +
  polygon([470, 180, 556, 290, 470, 320, 386, 282], s.ink) +
  polygon([380, 560, 740, 330, 900, 420, 1060, 300, 1230, 480, 1230, 560], s.main) +
  rect([-10, 540, 1220, 150], s.ground) +
  repeat(9, (i) => rect([i * 150 - 40, 606, 86, 12], s.spark)) +
  repeat(24, (i) =>
    stroke(`M${around(560, 360, 20, i * 15).join(' ')}L${around(560, 360, 214, i * 15 + 8).join(' ')}`, s.ink, 3),
  ) +
  ring([560, 360, 226], s.ink, 26) +
  ring([560, 360, 206], s.spark, 7) +
  circle([560, 360, 26], s.ink) +
  stroke('M560 360L700 40M560 360L610 40', s.main, 26) +
  repeat(5, (i) => stroke(`M${60 + (i % 2) * 60} ${220 + i * 66}h${180 - i * 16}`, s.spark, 9)) +
  mist(s, [0, 675, 1200, -180], s.ink, 200)

/** Lane four. */
const pool: Motif = (s) =>
  repeat(6, (i) => rect([0, i * 122 - 30, 1200, 122], i % 2 ? s.veil : s.ground)) +
  repeat(6, (i) =>
    repeat(21, (k) => rect([k * 60 - 20, i * 122 - 40, 44, 20], (k + i) % 3 === 0 ? s.spark : s.main, 'rx="10"')),
  ) +
  repeat(10, (i) =>
    stroke(
      wave(s.random.between(-20, 700), s.random.between(760, 1220), 40 + i * 66, { length: 120, height: 7, phase: i }),
      s.ink,
      4,
      'opacity=".35"',
    ),
  ) +
  polygon([400, 326, 60, 268, 110, 338, 60, 404, 400, 356], s.spark, 'opacity=".55"') +
  shape('M400 316Q560 286 720 322L720 362Q560 392 400 366Z', s.accent) +
  stroke('M690 330L840 236L1000 286', s.accent, 36) +
  stroke('M690 356L600 452L480 476', s.accent, 36) +
  circle([782, 344, 56], s.ink) +
  shape('M730 326Q782 262 838 326Z', s.main) +
  repeat(16, () =>
    circle([s.random.between(860, 1080), s.random.between(220, 350), s.random.between(4, 13)], s.spark),
  ) +
  repeat(12, () => circle([s.random.between(60, 330), s.random.between(270, 400), s.random.between(4, 12)], s.spark)) +
  spray(s, [600, 380, 460, 120], s.ink, 200)

/** Gates, a slope, one line through them. */
const slope: Motif = (s) => {
  const gate = (x: number, y: number, size: number, tone: string) =>
    stroke(`M${x} ${y}v${-150 * size}M${x + 92 * size} ${y}v${-150 * size}`, tone, 9 * size) +
    polygon([x, y - 150 * size, x + 92 * size, y - 150 * size, x + 92 * size, y - 84 * size, x, y - 84 * size], tone)
  return (
    circle([970, 140, 84], s.accent) +
    polygon([-20, 330, 260, 60, 420, 240, 560, 130, 760, 380, -20, 460], s.veil) +
    polygon([260, 60, 330, 138, 256, 176, 196, 122], s.spark) +
    shape('M-20 420Q420 160 1220 200V700H-20Z', s.spark) +
    shape('M-20 560Q500 380 1220 470V700H-20Z', s.veil, 'opacity=".55"') +
    stroke('M1000 216C760 250 500 260 540 340S980 400 900 490S320 520 250 690', s.main, 15) +
    stroke('M1010 228C780 262 530 272 562 340S1010 410 930 500S370 530 290 690', s.main, 6) +
    gate(600, 300, 0.6, s.accent) +
    gate(380, 360, 0.8, s.main) +
    gate(930, 470, 1, s.accent) +
    gate(210, 590, 1.25, s.main) +
    group(
      circle([0, -92, 26], s.ink) +
        stroke('M-8 -70L-40 -10L24 20L0 70', s.ink, 30) +
        stroke('M-10 -58L54 -30L96 40', s.ink, 15) +
        stroke('M-90 96L80 56', s.accent, 12) +
        stroke('M-60 116L110 76', s.accent, 12),
      'transform="translate(610 420) rotate(-8)"',
    ) +
    repeat(26, () =>
      circle([s.random.between(0, 1200), s.random.between(0, 660), s.random.between(2, 6)], s.ink, 'opacity=".35"'),
    )
  )
}

/** Floodlights over the stands. */
const floodlights: Motif = (s) => {
  const mast = (x: number, lean: number) =>
    polygon(
      [x - 60, 120, x + 60, 120, x + lean + 330, 690, x + lean - 330, 690],
      fade(s, `${s.spark}/.55`, `${s.spark}/0`),
    ) +
    stroke(`M${x} 140V470`, s.ink, 15) +
    group(
      rect([-84, -58, 168, 116], s.ink, 'rx="8"') +
        repeat(8, (i) => circle([-60 + (i % 4) * 40, -26 + Math.floor(i / 4) * 52, 15], s.spark)),
      `transform="translate(${x} 110) rotate(${lean > 0 ? -8 : 8})"`,
    )
  return (
    rect([0, 0, 1200, 675], fade(s, s.ground, s.veil)) +
    repeat(40, () => circle([s.random.between(0, 1200), s.random.between(0, 300), s.random.between(1, 2.6)], s.ink)) +
    shape('M-20 400Q600 250 1220 400V520H-20Z', s.veil) +
    repeat(4, (row) =>
      repeat(40, (i) =>
        circle(
          [i * 31 - 6 + (row % 2) * 15, 398 + row * 26 - Math.sin((i / 39) * Math.PI) * 72, 10],
          [s.main, s.accent, s.spark, s.ink][(i * 7 + row * 3) % 4] ?? s.main,
        ),
      ),
    ) +
    shape('M-20 500Q600 430 1220 500V690H-20Z', s.accent) +
    repeat(5, (i) =>
      shape(
        `M${i * 260 - 60} 492L${i * 260 + 70} 480L${(i - 2) * 400 + 660} 690H${(i - 2) * 400 + 440}Z`,
        s.main,
        'opacity=".5"',
      ),
    ) +
    stroke('M-20 520Q600 452 1220 520', s.ink, 6) +
    ellipse([600, 590], [190, 46], 'none', `stroke="${s.ink}" stroke-width="6"`) +
    stroke('M600 462V690', s.ink, 6) +
    mast(190, 130) +
    mast(1010, -130) +
    mist(s, [0, 675, 1200, -200], s.ground, 300)
  )
}

export const sports = { pitch, lanes, ball, hoop, ice, court, wheel, pool, slope, floodlights }
