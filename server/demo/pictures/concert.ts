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
  type XY,
} from './svg.ts'

/** Loud and soft, bar by bar. */
const bars: Motif = (s) =>
  circle([600, 338, 300], s.veil) +
  repeat(25, (i) => {
    const middle = 1 - Math.abs(i - 12) / 13
    const high = 40 + middle * 400 * (0.45 + 0.55 * s.random.share())
    const tone = [s.main, s.accent, s.spark][i % 3] ?? s.main
    return rect([76 + i * 42.6, 338 - high / 2, 26, high], tone, 'rx="13"')
  }) +
  stroke('M40 338H1160', s.ground, 6) +
  mist(s, [0, 338, 1200, 337], s.ground, 520)

/** A record, half out of its sleeve. */
const record: Motif = (s) =>
  rect([150, 70, 540, 540], s.main) +
  clipped(
    s,
    rect([150, 70, 540, 540], '#000'),
    repeat(7, (i) => ring([150, 610, 90 + i * 74], i % 2 ? s.accent : s.spark, 36)),
  ) +
  circle([760, 340, 262], s.ink) +
  repeat(9, (i) => ring([760, 340, 248 - i * 17], s.ground, 2, 'opacity=".5"')) +
  polygon([760, 340, ...around(760, 340, 260, 22), ...around(760, 340, 260, 44)], s.spark, 'opacity=".28"') +
  polygon([760, 340, ...around(760, 340, 260, 202), ...around(760, 340, 260, 224)], s.spark, 'opacity=".28"') +
  circle([760, 340, 88], s.accent) +
  circle([760, 340, 58], s.spark) +
  circle([760, 340, 11], s.ground) +
  clipped(
    s,
    rect([150, 70, 540, 540], '#000'),
    rect([150, 70, 540, 540], s.main) +
      repeat(7, (i) => ring([150, 610, 90 + i * 74], i % 2 ? s.accent : s.spark, 36)) +
      mist(s, [150, 70, 540, 540], s.ground, 500),
  ) +
  rect([150, 70, 540, 540], 'none', `stroke="${s.ink}" stroke-width="7"`)

/** Piano keys, bent like a road. */
const keys: Motif = (s) => {
  const at = (i: number, radius: number) => around(600, 1180, radius, -44 + i * 5.5)
  const key = ([from, to]: XY, [far, near]: XY, tone: string) =>
    polygon([...at(from, far), ...at(to, far), ...at(to, near), ...at(from, near)], tone)
  return (
    circle([600, 190, 112], s.spark) +
    repeat(7, (i) =>
      stroke(
        `M${around(600, 190, 140, -90 + i * 30).join(' ')}L${around(600, 190, 172, -90 + i * 30).join(' ')}`,
        s.main,
        12,
      ),
    ) +
    repeat(16, (i) => key([i + 0.04, i + 0.96], [900, 440], i === 6 || i === 9 ? s.main : s.ink)) +
    repeat(16, (i) => ([0, 1, 3, 4, 5].includes(i % 7) ? key([i + 0.7, i + 1.3], [910, 640], s.ground) : '')) +
    repeat(16, (i) =>
      polygon([...at(i + 0.04, 900), ...at(i + 0.96, 900), ...at(i + 0.96, 886), ...at(i + 0.04, 886)], s.accent),
    ) +
    mist(s, [0, 675, 1200, -300], s.ground, 500)
  )
}

/** The waist of a cello. */
const strings: Motif = (s) => {
  const hole = (side: number) =>
    stroke(`M${600 + side * 150} 250q${side * 40} 40 ${side * 14} 100t${side * 20} 110`, s.ground, 20) +
    circle([600 + side * 138, 244, 17], s.ground) +
    circle([600 + side * 196, 466, 20], s.ground)
  return (
    shape(
      'M180 -20C180 130 300 150 330 240C355 320 250 340 220 420C180 530 200 640 240 720H960C1000 640 1020 530 980 420C950 340 845 320 870 240C900 150 1020 130 1020 -20Z',
      fade(s, s.main, s.accent),
    ) +
    shape(
      'M180 -20C180 130 300 150 330 240C355 320 250 340 220 420C180 530 200 640 240 720H330C260 620 270 520 300 430C340 350 430 330 410 240C390 160 270 120 260 -20Z',
      s.spark,
      'opacity=".35"',
    ) +
    hole(-1) +
    hole(1) +
    polygon([548, -20, 652, -20, 664, 300, 536, 300], s.ground) +
    rect([500, 470, 200, 26], s.ink, 'rx="8"') +
    repeat(4, (i) =>
      stroke(`M${560 + i * 26} -20Q${560 + i * 27 + (i === 1 ? 16 : 0)} 300 ${555 + i * 30} 690`, s.spark, 5),
    ) +
    polygon([560, 600, 640, 600, 660, 700, 540, 700], s.ground) +
    spray(s, [600, 420, 380, 260], s.ground, 460)
  )
}

/** Two stones dropped into one pond. */
const ripples: Motif = (s) => {
  const set = (x: number, y: number, tone: string) => repeat(13, (i) => ring([x, y, 36 + i * 46], tone, 15))
  return (
    group(set(390, 300, s.main), '') +
    group(set(820, 400, s.accent), 'style="mix-blend-mode:normal" opacity=".9"') +
    circle([390, 300, 22], s.spark) +
    circle([820, 400, 22], s.spark) +
    clipped(
      s,
      circle([605, 350, 150], '#000'),
      rect([400, 180, 420, 340], s.ground) + set(390, 300, s.spark) + set(820, 400, s.ink),
    ) +
    mist(s, [0, 200, 1200, 475], s.ground, 600)
  )
}

/** A horn that fills the picture. */
const horn: Motif = (s) =>
  repeat(16, (i) =>
    polygon([330, 338, ...around(330, 338, 1200, 30 + i * 7.5), ...around(330, 338, 1200, 33.75 + i * 7.5)], s.veil),
  ) +
  shape(
    'M700 338C760 320 850 250 900 90C930 60 960 60 976 90C1040 250 1040 426 976 586C960 616 930 616 900 586C850 426 760 356 700 338Z',
    s.main,
  ) +
  ellipse([944, 338], [66, 262], s.ink) +
  ellipse([948, 338], [48, 214], s.accent) +
  ellipse([954, 338], [26, 120], s.ground) +
  stroke('M120 338H760', s.main, 44) +
  stroke('M250 338V470Q250 520 300 520H540Q600 520 600 460V338', s.main, 30) +
  repeat(
    3,
    (i) =>
      rect([352 + i * 76, 250, 40, 236], s.spark, 'rx="8"') +
      rect([344 + i * 76, 236, 56, 20], s.ink, 'rx="8"') +
      stroke(`M${372 + i * 76} 236v-34`, s.ink, 10) +
      circle([372 + i * 76, 196, 15], s.accent),
  ) +
  rect([84, 306, 44, 64], s.ink, 'rx="10"') +
  stroke('M150 326H700', s.spark, 6, 'opacity=".8"') +
  spray(s, [840, 400, 160, 180], s.ground, 260)

/** The pipes of an organ. */
const pipes: Motif = (s) =>
  circle([600, 250, 330], s.veil) +
  repeat(17, (i) => {
    const far = Math.abs(i - 8)
    const top = 70 + (i % 2) * 46 + far * 26
    const x = 110 + i * 58
    const tone = i % 2 ? s.accent : s.main
    return (
      rect([x, top, 46, 480 - top], fade(s, s.spark, tone, [0, 0, 1, 0]), 'rx="10"') +
      shape(`M${x + 8} 470h30l-12 -46h-6z`, s.ground) +
      polygon([x + 4, 480, x + 42, 480, x + 32, 560, x + 14, 560], tone)
    )
  }) +
  rect([60, 552, 1080, 26], s.ink) +
  rect([60, 590, 1080, 100], s.main) +
  repeat(20, (i) => rect([92 + i * 52, 600, 44, 80], s.ink, 'rx="4"')) +
  repeat(19, (i) => ([0, 1, 3, 4, 5].includes(i % 7) ? rect([126 + i * 52, 600, 28, 44], s.ground) : '')) +
  mist(s, [60, 60, 1080, 500], s.ground, 600)

/** A drum kit from above. */
const drums: Motif = (s) => {
  const drum = (x: number, y: number, r: number, tone: string) =>
    circle([x, y, r], s.ink) +
    circle([x, y, r * 0.9], tone) +
    circle([x, y, r * 0.32], s.spark) +
    repeat(8, (i) => circle([...around(x, y, r * 0.95, i * 45), r * 0.05], s.ground))
  const cymbal = (x: number, y: number, r: number) =>
    repeat(5, (i) => circle([x, y, r - i * r * 0.17], i % 2 ? s.main : s.spark)) + circle([x, y, r * 0.08], s.ground)
  return (
    circle([600, 360, 430], s.veil) +
    drum(600, 440, 190, s.accent) +
    drum(360, 360, 118, s.main) +
    drum(800, 250, 104, s.main) +
    drum(560, 190, 104, s.accent) +
    drum(880, 500, 140, s.main) +
    cymbal(250, 150, 140) +
    cymbal(990, 150, 150) +
    stroke('M420 660L620 420', s.ink, 20) +
    stroke('M860 680L690 470', s.ink, 20) +
    circle([620, 420, 15], s.ink) +
    circle([690, 470, 15], s.ink) +
    spray(s, [640, 420, 420, 260], s.ground, 420)
  )
}

/** The sun goes down behind a crowd. */
const crowd: Motif = (s) =>
  rect([0, 0, 1200, 675], fade(s, s.ground, s.veil)) +
  repeat(12, (i) =>
    polygon(
      [600, 420, ...around(600, 420, 900, -84 + i * 15.2), ...around(600, 420, 900, -77 + i * 15.2)],
      s.accent,
      'opacity=".55"',
    ),
  ) +
  circle([600, 420, 210], fade(s, s.spark, s.main)) +
  repeat(5, (i) => rect([380, 420 - i * 34, 440, 3 + (5 - i) * 2], s.ground, 'opacity=".5"')) +
  repeat(3, (row) =>
    repeat(16, (i) => {
      const x = i * 84 - 30 + row * 34 + s.random.between(-12, 12)
      const y = 520 + row * 62 + s.random.between(-14, 14)
      const tone = [s.accent, s.main, s.ink][row] ?? s.ink
      const reach = s.random.share()
      const arms =
        reach > 0.45
          ? stroke(`M${x - 26} ${y + 50}L${x - 40} ${y - 60}M${x + 26} ${y + 50}L${x + 44} ${y - 60 * reach}`, tone, 15)
          : ''
      return (
        circle([x, y, 27], tone) +
        shape(
          `M${x - 44} ${y + 130}Q${x - 44} ${y + 34} ${x} ${y + 32}Q${x + 44} ${y + 34} ${x + 44} ${y + 130}Z`,
          tone,
        ) +
        arms
      )
    }),
  )

/** A cassette, and what is on it. */
const cassette: Motif = (s) =>
  repeat(9, (i) =>
    stroke(
      `M-20 ${520 + i * 18}C200 ${380 + i * 18} 320 ${700 + i * 6} 600 ${560 + i * 12}S1000 ${420 + i * 20} 1220 ${560 + i * 14}`,
      i % 2 ? s.veil : s.accent,
      8,
    ),
  ) +
  group(
    rect([-330, -205, 660, 410], s.ink, 'rx="34"') +
      rect([-280, -165, 560, 250], s.main, 'rx="16"') +
      repeat(3, (i) => rect([-280, 10 + i * 26, 560, 14], i % 2 ? s.spark : s.accent)) +
      rect([-200, -90, 400, 120], s.ground, 'rx="60"') +
      [-130, 130]
        .map(
          (x) =>
            circle([x, -30, 50], s.ink) +
            repeat(6, (i) => rect([x - 7, -74, 14, 20], s.ground, `transform="rotate(${i * 60} ${x} -30)"`)) +
            circle([x, -30, 18], s.ground),
        )
        .join('') +
      polygon([-200, 205, -170, 120, 170, 120, 200, 205], s.accent) +
      repeat(3, (i) => circle([-90 + i * 90, 166, 13], s.ground)) +
      [
        [-306, -182],
        [306, -182],
        [-306, 182],
        [306, 182],
      ]
        .map(([x = 0, y = 0]) => circle([x, y, 8], s.ground))
        .join(''),
    'transform="translate(600 310) rotate(-9)"',
  ) +
  spray(s, [600, 330, 420, 240], s.ground, 420)

export const concert = { bars, record, keys, strings, ripples, horn, pipes, drums, crowd, cassette }
