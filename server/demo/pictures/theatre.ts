import {
  around,
  circle,
  clipped,
  ellipse,
  fade,
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

/** The curtain opens on a single chair. */
const curtain: Motif = (s) => {
  const folds = (from: number, to: number, lean: number) =>
    repeat(6, (i) => {
      const width = (to - from) / 6
      const x = from + i * width
      return shape(
        `M${x} -10H${x + width}Q${x + width + lean * 0.3} 380 ${x + width + lean} 690H${x + lean}Q${x + lean * 0.3} 380 ${x} -10Z`,
        fade(s, s.main, s.accent, i % 2 ? [0, 0, 1, 0] : [1, 0, 0, 0]),
      )
    })
  return (
    circle([600, 330, 330], s.veil) +
    circle([600, 320, 230], s.spark) +
    polygon([430, -20, 770, -20, 900, 640, 300, 640], fade(s, `${s.spark}/.55`, `${s.spark}/.05`)) +
    rect([0, 560, 1200, 120], s.ink) +
    ellipse([600, 606], [240, 34], s.spark) +
    stroke('M552 604V440H640V604M552 440V330M552 508H640', s.ground, 14) +
    folds(-40, 330, -90) +
    folds(870, 1240, 90) +
    repeat(8, (i) => shape(`M${i * 150 - 4} -10h158v60q-79 62 -158 0z`, i % 2 ? s.main : s.accent)) +
    spray(s, [600, 560, 420, 100], s.ground, 260)
  )
}

/** Two faces, one of them laughing. */
const masks: Motif = (s) => {
  const face = (tone: string, mouth: string, brows: string) =>
    shape('M-150 -170Q0 -230 150 -170Q176 60 0 220Q-176 60 -150 -170Z', tone) +
    shape('M-112 -58Q-64 -100 -18 -58Q-64 -24 -112 -58Z', s.ground) +
    shape('M112 -58Q64 -100 18 -58Q64 -24 112 -58Z', s.ground) +
    shape(mouth, s.ground) +
    stroke(brows, s.ground, 11)
  const at = (x: number, y: number, turn: number, content: string) =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(1.22)">${content}</g>`
  return (
    circle([600, 338, 420], s.veil) +
    repeat(11, (i) =>
      stroke(`M${around(600, 338, 330, i * 32.7).join(' ')}L${around(600, 338, 410, i * 32.7).join(' ')}`, s.spark, 10),
    ) +
    at(
      445,
      330,
      -14,
      face(
        s.main,
        'M-78 96Q0 40 78 96Q60 132 0 118Q-60 132 -78 96Z',
        'M-128 -100Q-70 -150 -20 -104M128 -100Q70 -150 20 -104',
      ),
    ) +
    at(
      755,
      345,
      13,
      face(
        s.ink,
        'M-92 58Q0 96 92 58Q70 158 0 162Q-70 158 -92 58Z',
        'M-124 -122Q-70 -142 -26 -120M124 -122Q70 -142 26 -120',
      ),
    ) +
    stroke('M240 560C340 640 420 560 500 650', s.main, 12) +
    stroke('M960 560C880 640 800 570 720 650', s.ink, 12) +
    spray(s, [600, 400, 240, 260], s.ground, 300)
  )
}

/** A door, and the light through it. */
const door: Motif = (s) =>
  rect([0, 0, 1200, 470], s.veil) +
  rect([0, 470, 1200, 205], s.ground) +
  repeat(13, (i) => rect([i * 100 - 30, 0, 42, 470], s.ground, 'opacity=".22"')) +
  polygon([640, 470, 830, 470, 560, 690, 100, 690], fade(s, s.spark, `${s.spark}/.2`)) +
  rect([640, 110, 190, 360], s.spark) +
  polygon([830, 110, 960, 70, 960, 540, 830, 470], s.main) +
  polygon([852, 150, 938, 126, 938, 250, 852, 262], s.accent) +
  polygon([852, 292, 938, 288, 938, 470, 852, 440], s.accent) +
  circle([848, 300, 9], s.ink) +
  rect([626, 96, 204, 14], s.ink) +
  rect([626, 96, 14, 374], s.ink) +
  shape('M700 470L708 330Q735 300 762 330L770 470Z', s.ground) +
  circle([735, 292, 26], s.ground) +
  polygon([700, 470, 770, 470, 470, 690, 270, 690], s.ground) +
  mist(s, [0, 675, 1200, -210], s.ink, 260)

/** A crown above everyone. */
const crown: Motif = (s) =>
  repeat(24, (i) =>
    polygon([600, 330, ...around(600, 330, 820, i * 15), ...around(600, 330, 820, i * 15 + 7.5)], s.veil),
  ) +
  circle([600, 350, 262], s.accent) +
  polygon([330, 480, 290, 200, 430, 320, 520, 120, 600, 300, 680, 120, 770, 320, 910, 200, 870, 480], s.spark) +
  polygon([600, 300, 680, 120, 770, 320, 910, 200, 870, 480, 600, 480], s.main, 'opacity=".85"') +
  rect([322, 480, 556, 62], s.ink, 'rx="6"') +
  repeat(7, (i) => circle([374 + i * 75, 511, 15], i % 2 ? s.main : s.spark)) +
  [290, 520, 680, 910].map((x, i) => circle([x, i % 3 === 0 ? 192 : 110, 22], s.ink)).join('') +
  repeat(5, (i) =>
    shape(
      `M${400 + i * 100} 542q-16 ${40 + (i % 3) * 26} 0 ${58 + (i % 3) * 26}q16 -${18 + (i % 3) * 8} 0 -${58 + (i % 3) * 26}z`,
      s.main,
    ),
  ) +
  spray(s, [720, 400, 260, 160], s.ground, 320)

/** A bare tree, two small people, a moon. */
const tree: Motif = (s) => {
  const branch = (x: number, y: number, length: number, angle: number): string => {
    if (length < 22) return ''
    const [toX, toY] = around(x, y, length, angle)
    const bend = s.random.between(-10, 10)
    return (
      stroke(`M${x} ${y}Q${(x + toX) / 2 + bend} ${(y + toY) / 2} ${toX} ${toY}`, s.ink, length / 7) +
      branch(toX, toY, length * s.random.between(0.66, 0.78), angle - s.random.between(16, 38)) +
      branch(toX, toY, length * s.random.between(0.6, 0.76), angle + s.random.between(14, 36))
    )
  }
  return (
    rect([0, 0, 1200, 675], fade(s, s.ground, s.veil)) +
    circle([690, 260, 210], s.spark) +
    circle([690, 260, 260], s.spark, 'opacity=".2"') +
    shape('M-20 560Q420 470 760 540T1220 520V700H-20Z', s.accent) +
    shape('M-20 610Q500 530 1220 610V700H-20Z', s.main) +
    branch(600, 570, 150, 2) +
    [370, 440]
      .map(
        (x, i) =>
          shape(`M${x - 20} 588L${x - 14} ${510 - i * 12}q14 -20 28 0L${x + 20} 588Z`, s.ink) +
          circle([x, 488 - i * 12, 16], s.ink) +
          rect([x - 22, 470 - i * 12, 44, 7], s.ink) +
          rect([x - 12, 452 - i * 12, 24, 20], s.ink),
      )
      .join('') +
    mist(s, [0, 675, 1200, -160], s.ground, 380)
  )
}

/** Stairs that lead up, or down. */
const stairs: Motif = (s) =>
  rect([0, 0, 1200, 675], fade(s, s.veil, s.ground, [0, 0, 1, 1])) +
  circle([930, 170, 105], s.spark) +
  repeat(
    9,
    (i) =>
      rect([120 + i * 110, 600 - i * 66, 1200, 66], i % 2 ? s.main : s.accent) +
      polygon(
        [120 + i * 110, 600 - i * 66, 1200, 600 - i * 66, 1200, 612 - i * 66, 120 + i * 110, 612 - i * 66],
        s.spark,
      ),
  ) +
  shape('M684 268L694 168Q714 146 734 168L744 268Z', s.ink) +
  circle([714, 134, 21], s.ink) +
  polygon([684, 268, 744, 268, 520, 400, 420, 400], s.ink, 'opacity=".32"') +
  polygon([0, 675, 0, 560, 120, 600, 120, 675], s.ink) +
  mist(s, [0, 675, 1200, -420], s.ground, 700)

/** Rows of chairs; one of them is taken. */
const chairs: Motif = (s) => {
  const chair = (x: number, y: number, size: number, tone: string) =>
    rect([x - 34 * size, y - 96 * size, 68 * size, 74 * size], tone, `rx="${18 * size}"`) +
    rect([x - 42 * size, y - 30 * size, 84 * size, 34 * size], tone, `rx="${12 * size}"`) +
    rect([x - 36 * size, y - 4 * size, 8 * size, 34 * size], tone) +
    rect([x + 28 * size, y - 4 * size, 8 * size, 34 * size], tone)
  return (
    polygon([480, -10, 720, -10, 1000, 690, 200, 690], fade(s, `${s.spark}/.5`, `${s.spark}/.06`)) +
    repeat(4, (row) => {
      const size = 0.75 + row * 0.27
      const gap = 112 * size
      const y = 190 + row * 142 + row * row * 8
      return repeat(11, (i) =>
        chair(
          600 + (i - 5) * gap + (row % 2 ? gap / 2 : 0),
          y,
          size,
          row === 2 && i === 5 ? s.spark : row % 2 ? s.accent : s.main,
        ),
      )
    }) +
    circle([600, 356, 36], s.ink) +
    shape('M552 482Q552 400 600 396Q648 400 648 482Z', s.ink) +
    mist(s, [0, 675, 1200, -500], s.ground, 800)
  )
}

/** A lit balcony, a ladder, a moon. */
const balcony: Motif = (s) =>
  rect([0, 0, 1200, 675], fade(s, s.ground, s.veil)) +
  repeat(46, () => circle([s.random.between(0, 760), s.random.between(0, 480), s.random.between(1.2, 3)], s.ink)) +
  circle([270, 200, 112], s.spark) +
  circle([312, 178, 98], s.ground) +
  rect([700, 40, 560, 640], s.accent) +
  rect([672, 30, 560, 34], s.ink) +
  shape('M800 420V240q90 -110 180 0V420Z', s.spark) +
  stroke('M890 190V420M800 290H980', s.accent, 9) +
  shape('M862 420L872 330q20 -26 40 0L924 420Z', s.main) +
  circle([893, 306, 23], s.ink) +
  rect([760, 420, 270, 22], s.ink) +
  repeat(9, (i) => rect([772 + i * 30, 442, 10, 84], s.ink)) +
  rect([748, 520, 294, 20], s.ink) +
  stroke('M560 690L748 440M620 690L790 455', s.main, 11) +
  repeat(7, (i) => stroke(`M${580 + i * 26} ${664 - i * 34}l48 -4`, s.main, 8)) +
  repeat(15, (i) => circle([1090 + (i % 3) * 36 - i * 2, 120 + i * 36, 32], i % 2 ? s.veil : s.ground)) +
  mist(s, [700, 300, 500, 375], s.ground, 420)

/** A puppet and who moves it. */
const puppet: Motif = (s) => {
  const joint = (d: string) => stroke(d, s.ink, 30)
  return (
    circle([600, 400, 330], s.veil) +
    polygon([600, 40, 900, 690, 300, 690], fade(s, `${s.spark}/.5`, `${s.spark}/.05`)) +
    [
      [486, 96, 470, 330],
      [714, 84, 752, 262],
      [560, 90, 580, 210],
      [640, 88, 622, 210],
      [520, 92, 540, 540],
      [690, 86, 700, 520],
    ]
      .map(([x1, y1, x2, y2]) => stroke(`M${x1} ${y1}L${x2} ${y2}`, s.ink, 3))
      .join('') +
    stroke('M440 104L760 76', s.main, 22) +
    stroke('M592 40L612 140', s.main, 22) +
    shape('M520 300Q600 262 680 300L700 470H500Z', s.main) +
    polygon([520, 300, 600, 380, 680, 300, 640, 286, 560, 286], s.spark) +
    joint('M528 318L478 400L470 334') +
    joint('M674 318L738 360L756 262') +
    joint('M550 480L540 560L520 636') +
    joint('M650 480L700 540L690 626') +
    circle([600, 226, 66], s.ink) +
    circle([578, 218, 8], s.ground) +
    circle([622, 218, 8], s.ground) +
    circle([600, 240, 11], s.main) +
    stroke('M574 258Q600 276 626 258', s.ground, 6) +
    polygon([536, 190, 600, 90, 664, 190], s.accent) +
    ring([600, 90, 12], s.spark, 8) +
    spray(s, [600, 640, 320, 40], s.ink, 240)
  )
}

/** A ship in a storm. */
const storm: Motif = (s) =>
  rect([0, 0, 1200, 675], fade(s, s.ground, s.veil)) +
  repeat(34, (i) => stroke(`M${i * 42 - 60} ${s.random.between(-40, 300)}l-40 150`, s.accent, 3, 'opacity=".6"')) +
  polygon([880, -10, 780, 190, 850, 190, 740, 400, 950, 150, 870, 150, 970, -10], s.spark) +
  `<g transform="translate(470 360) rotate(-14)">${shape('M-190 40H190L140 120H-130Z', s.ink)}${stroke('M-20 40V-230M110 40V-150', s.ink, 13)}${shape('M-34 -215Q-190 -120 -150 10H-34Z', s.main)}${shape('M-6 -210Q110 -110 70 10H-6Z', s.spark)}${shape('M124 -140Q190 -80 170 14H124Z', s.main)}</g>` +
  repeat(4, (i) =>
    shape(
      `${wave(-20, 1220, 440 + i * 58, { length: 420 - i * 30, height: 48 - i * 4, phase: i * 2.1 + 0.4 })}L1220 700L-20 700Z`,
      [s.accent, s.main, s.veil, s.ground][i] ?? s.veil,
    ),
  ) +
  clipped(s, rect([0, 400, 1200, 275], '#000'), mist(s, [0, 400, 1200, 275], s.ink, 320))

export const theatre = { curtain, masks, door, crown, tree, stairs, chairs, balcony, puppet, storm }
