import {
  around,
  circle,
  clipped,
  ellipse,
  fade,
  glow,
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
  type XY,
} from './svg.ts'

/** Arch within arch, and a voice at the end. */
const arches: Motif = (s) => {
  const tones = [s.veil, s.accent, s.main, s.ink, s.spark]
  const arch = (x: number, foot: number, half: number, tone: string) =>
    shape(
      `M${x - half} ${foot}V${foot - half * 0.5}A${half} ${half} 0 0 1 ${x + half} ${foot - half * 0.5}V${foot}Z`,
      tone,
    )
  return (
    repeat(5, (i) => arch(600, 690, 520 - i * 88, tones[i] ?? s.spark)) +
    shape('M548 690L586 540Q600 520 614 540L652 690Z', s.main) +
    circle([600, 512, 21], s.main) +
    stroke('M588 552L532 500M612 552L668 500', s.main, 12) +
    repeat(3, (i) => ring([600, 512, 48 + i * 24], s.main, 3, 'opacity=".6"')) +
    mist(s, [80, 200, 1040, 475], s.ground, 600)
  )
}

/** A fan, opened. */
const fan: Motif = (s) => {
  const tones = [s.main, s.accent]
  return (
    circle([930, 150, 80], s.spark) +
    repeat(18, (i) => {
      const from = -86 + i * 9.55
      return polygon(
        [
          600,
          640,
          ...around(600, 640, 540, from),
          ...around(600, 640, 520, from + 4.8),
          ...around(600, 640, 540, from + 9.55),
        ],
        tones[i % 2] ?? s.main,
      )
    }) +
    repeat(18, (i) =>
      polygon(
        [600, 640, ...around(600, 640, 520, -81.2 + i * 9.55), ...around(600, 640, 540, -76.4 + i * 9.55)],
        s.ink,
        'opacity=".16"',
      ),
    ) +
    repeat(18, (i) => circle([...around(600, 640, 440, -81.2 + i * 9.55), 16], s.spark)) +
    repeat(18, (i) => circle([...around(600, 640, 375, -81.2 + i * 9.55), 8], s.ink)) +
    repeat(19, (i) => stroke(`M600 640L${around(600, 640, 290, -86 + i * 9.55).join(' ')}`, s.ink, 7)) +
    circle([600, 640, 30], s.spark) +
    stroke('M600 660C560 700 520 640 480 690', s.main, 9) +
    spray(s, [600, 420, 480, 220], s.ground, 420)
  )
}

/** A rose, petal over petal. */
const rose: Motif = (s) => {
  const petals = ([radius, turn]: XY, size: number, count: number, tone: string) =>
    repeat(
      count,
      (i) =>
        circle([...around(600, 300, radius, i * (360 / count) + turn), size], tone) +
        circle([...around(600, 300, radius * 0.93, i * (360 / count) + turn), size * 0.86], s.main),
    )
  return (
    stroke('M600 420C640 540 560 600 610 700', s.accent, 20) +
    shape('M612 560Q700 470 800 520Q740 610 612 560Z', s.accent) +
    shape('M592 600Q490 530 410 590Q480 664 592 600Z', s.accent) +
    polygon([622, 480, 652, 462, 630, 500], s.accent) +
    petals([150, 10], 112, 7, s.ink) +
    petals([96, 30], 92, 6, s.spark) +
    petals([48, 0], 70, 5, s.ink) +
    circle([600, 300, 62], s.accent, 'opacity=".55"') +
    stroke('M600 300m-6 -4q18 -22 34 2q10 34 -30 36q-44 -4 -40 -46q12 -40 58 -34q54 14 44 70', s.ink, 7) +
    repeat(3, (i) =>
      ellipse(
        [300 + i * 330, 600 - (i % 2) * 40],
        [36, 16],
        s.main,
        `transform="rotate(${-20 + i * 24} ${300 + i * 330} 600)"`,
      ),
    ) +
    spray(s, [680, 390, 200, 170], s.ground, 380)
  )
}

/** A temple, and the sun behind it. */
const temple: Motif = (s) =>
  repeat(30, (i) =>
    polygon([600, 400, ...around(600, 400, 900, -90 + i * 6), ...around(600, 400, 900, -87 + i * 6)], s.veil),
  ) +
  circle([600, 400, 240], s.spark) +
  circle([600, 400, 180], s.main) +
  polygon([250, 250, 600, 110, 950, 250], s.ink) +
  polygon([330, 236, 600, 130, 870, 236], s.accent) +
  circle([600, 195, 26], s.spark) +
  rect([250, 250, 700, 34], s.ink) +
  repeat(
    6,
    (i) =>
      rect([290 + i * 112, 284, 62, 300], i < 3 ? s.ink : s.accent) +
      rect([304 + i * 112, 296, 8, 280], s.ground, 'opacity=".35"') +
      rect([324 + i * 112, 296, 8, 280], s.ground, 'opacity=".35"') +
      rect([282 + i * 112, 284, 78, 18], s.ink),
  ) +
  repeat(4, (i) => rect([230 - i * 46, 584 + i * 26, 740 + i * 92, 26], i % 2 ? s.accent : s.ink)) +
  shape('M584 584L592 500q8 -12 16 0L616 584Z', s.ground) +
  circle([600, 484, 12], s.ground) +
  mist(s, [0, 675, 1200, -260], s.ground, 420)

/** Ribbons of sound. */
const ribbons: Motif = (s) => {
  const tones = [s.veil, s.accent, s.main, s.spark, s.ink, s.accent, s.main]
  return (
    circle([880, 190, 120], s.spark, 'opacity=".25"') +
    circle([880, 190, 78], s.spark) +
    repeat(7, (i) => {
      const y = 150 + i * 74
      const swing = 92 - i * 4
      return shape(
        `M-20 ${y}C240 ${y - swing * 2} 420 ${y + swing * 2} 660 ${y}S1040 ${y - swing} 1220 ${y + 40}V${y + 130}C1040 ${y + 20} 900 ${y + 150} 660 ${y + 62}S240 ${y - swing} -20 ${y + 80}Z`,
        tones[i] ?? s.main,
      )
    }) +
    mist(s, [0, 240, 1200, 435], s.ground, 900)
  )
}

/** One flame. */
const flame: Motif = (s) => {
  const tongue = (size: number, tone: string) =>
    shape(
      `M600 ${560 - size * 2.1}C${600 + size * 0.2} ${560 - size * 1.4} ${600 + size * 0.72} ${560 - size * 1.1} ${600 + size * 0.62} ${560 - size * 0.5}C${600 + size * 0.54} ${560 - size * 0.08} ${600 + size * 0.2} 560 600 560C${600 - size * 0.3} 560 ${600 - size * 0.62} ${560 - size * 0.2} ${600 - size * 0.62} ${560 - size * 0.6}C${600 - size * 0.6} ${560 - size} ${600 - size * 0.1} ${560 - size * 1.3} 600 ${560 - size * 2.1}Z`,
      tone,
    )
  return (
    repeat(5, (i) => circle([600, 370, 460 - i * 66], s.spark, 'opacity=".07"')) +
    repeat(26, (i) =>
      stroke(
        `M${around(600, 370, 330, i * 13.85).join(' ')}L${around(600, 370, i % 2 ? 370 : 420, i * 13.85).join(' ')}`,
        s.main,
        6,
      ),
    ) +
    tongue(240, s.accent) +
    tongue(182, s.main) +
    tongue(120, s.spark) +
    tongue(58, s.ink) +
    rect([560, 556, 80, 140], s.ink, 'rx="8"') +
    rect([597, 520, 6, 42], s.ground) +
    shape('M640 590q34 6 30 60q-14 26 -30 0z', s.ink) +
    spray(s, [600, 380, 210, 220], s.ground, 260)
  )
}

/** A quill that writes a score. */
const quill: Motif = (s) =>
  repeat(3, (row) =>
    group(
      repeat(5, (i) =>
        stroke(wave(-20, 1220, 150 + row * 190 + i * 24, { length: 1300, height: 34, phase: row * 0.9 }), s.veil, 4),
      ) +
        repeat(6, (i) => {
          const x = 120 + i * 180 + row * 40
          const y = 190 + row * 190 + ((i * 37 + row * 23) % 5) * 15 - 34
          return (
            ellipse([x, y], [19, 14], s.accent, `transform="rotate(-20 ${x} ${y})"`) +
            stroke(`M${x + 16} ${y - 4}v-72${i % 2 ? 'q26 16 22 44' : ''}`, s.accent, 5)
          )
        }),
      '',
    ),
  ) +
  shape('M420 590C500 300 760 90 1090 60C1020 330 780 520 470 560Z', s.ink) +
  shape('M470 556C600 330 800 170 1090 60C1020 330 780 520 470 560Z', s.main) +
  repeat(9, (i) => stroke(`M${560 + i * 46} ${470 - i * 40}L${640 + i * 44} ${466 - i * 34}`, s.ground, 5)) +
  stroke('M330 690C440 520 700 240 1090 60', s.spark, 10) +
  polygon([330, 690, 372, 600, 396, 618], s.ink) +
  spray(s, [760, 330, 260, 200], s.ground, 260)

/** The great chandelier. */
const chandelier: Motif = (s) => {
  const tier = (y: number, half: number, count: number) =>
    stroke(`M${600 - half} ${y}Q600 ${y + half * 0.42} ${600 + half} ${y}`, s.main, 12) +
    repeat(count, (i) => {
      const share = count === 1 ? 0.5 : i / (count - 1)
      const x = 600 - half + share * half * 2
      const dip = y + half * 0.42 * 2 * share * (1 - share)
      return (
        circle([x, dip - 46, 62], glow(s, `${s.spark}/.6`, `${s.spark}/0`)) +
        rect([x - 8, dip - 34, 16, 38], s.ink, 'rx="3"') +
        shape(`M${x} ${dip - 74}q15 22 0 40q-15 -18 0 -40z`, s.spark) +
        stroke(`M${x} ${dip + 8}v${22 + (i % 2) * 12}`, s.main, 3) +
        circle([x, dip + 38 + (i % 2) * 12, 7], s.accent)
      )
    })
  return (
    repeat(9, (i) => ellipse([600, -40], [1000 - i * 96, 640 - i * 64], i % 2 ? s.ground : s.veil)) +
    stroke('M600 -10V180', s.main, 12) +
    tier(190, 130, 5) +
    tier(320, 270, 9) +
    tier(440, 400, 13) +
    stroke('M600 190L200 440M600 190L1000 440', s.main, 4) +
    circle([600, 560, 24], s.accent) +
    stroke('M600 520v20', s.main, 6) +
    spray(s, [600, 380, 480, 220], s.spark, 240)
  )
}

/** A half mask with feathers. */
const domino: Motif = (s) =>
  circle([600, 338, 400], s.veil) +
  repeat(9, (i) => {
    const angle = -64 + i * 16
    const [x, y] = around(600, 380, 320, angle)
    return (
      ellipse([x, y], [34, 132], i % 2 ? s.accent : s.spark, `transform="rotate(${angle} ${x} ${y})"`) +
      stroke(`M${around(600, 380, 200, angle).join(' ')}L${around(600, 380, 440, angle).join(' ')}`, s.ground, 4)
    )
  }) +
  shape(
    'M250 330C330 250 500 250 600 310C700 250 870 250 950 330C960 470 840 540 740 500C680 476 640 440 600 440C560 440 520 476 460 500C360 540 240 470 250 330Z',
    s.main,
  ) +
  shape('M600 310C700 250 870 250 950 330C960 470 840 540 740 500C680 476 640 440 600 440Z', s.ink, 'opacity=".2"') +
  shape('M340 386Q430 310 520 386Q430 450 340 386Z', s.ground) +
  shape('M680 386Q770 310 860 386Q770 450 680 386Z', s.ground) +
  repeat(13, (i) => circle([290 + i * 52, 318 - Math.abs(Math.sin(i * 0.52)) * 34 + (i === 6 ? 10 : 0), 9], s.spark)) +
  polygon([600, 330, 624, 366, 600, 402, 576, 366], s.spark) +
  stroke('M930 440L1060 690', s.ink, 16) +
  spray(s, [600, 440, 330, 90], s.ground, 320)

/** A garden by night. */
const garden: Motif = (s) => {
  const cypress = (x: number, foot: number, high: number, tone: string) =>
    shape(
      `M${x} ${foot - high}C${x + high * 0.2} ${foot - high * 0.5} ${x + high * 0.16} ${foot} ${x} ${foot}C${x - high * 0.16} ${foot} ${x - high * 0.2} ${foot - high * 0.5} ${x} ${foot - high}Z`,
      tone,
    )
  return (
    rect([0, 0, 1200, 675], fade(s, s.ground, s.veil)) +
    repeat(60, () => circle([s.random.between(0, 1200), s.random.between(0, 330), s.random.between(1, 3)], s.ink)) +
    circle([600, 210, 120], s.spark) +
    clipped(s, circle([600, 210, 120], '#000'), circle([655, 185, 106], s.main, 'opacity=".35"')) +
    repeat(9, (i) => cypress(60 + i * 138, 470 + (i % 2) * 20, 200 + ((i * 53) % 90), s.accent)) +
    rect([0, 455, 1200, 220], s.veil) +
    polygon([560, 455, 640, 455, 860, 690, 340, 690], s.spark) +
    [
      [210, 560, 380],
      [990, 560, 380],
      [80, 640, 500],
      [1120, 640, 500],
      [350, 520, 250],
      [850, 520, 250],
    ]
      .map(([x = 0, foot = 0, high = 0], i) => cypress(x, foot, high, i < 2 ? s.main : i < 4 ? s.ground : s.main))
      .join('') +
    rect([576, 430, 48, 40], s.ink) +
    circle([600, 416, 26], s.ink) +
    shape('M580 440q20 -70 40 0z', s.ink) +
    mist(s, [0, 440, 1200, 235], s.ground, 600)
  )
}

export const opera = { arches, fan, rose, temple, ribbons, flame, quill, chandelier, domino, garden }
