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
  type XY,
} from './svg.ts'

/** A grin as wide as the picture. */
const grin: Motif = (s) => {
  const mouth = 'M190 250Q600 330 1010 250Q990 600 600 610Q210 600 190 250Z'
  return (
    repeat(7, (i) => circle([600, 400, 640 - i * 88], i % 2 ? s.ground : s.veil)) +
    circle([390, 130, 58], s.ink) +
    circle([810, 130, 58], s.ink) +
    circle([410, 112, 18], s.spark) +
    circle([830, 112, 18], s.spark) +
    shape(mouth, s.ink) +
    clipped(
      s,
      shape(mouth, '#000'),
      repeat(9, (i) => rect([180 + i * 94, 220, 88, 150 - Math.abs(i - 4) * 6], s.spark, 'rx="22"')) +
        ellipse([600, 640], [260, 150], s.main) +
        stroke('M600 520V640', s.accent, 8),
    ) +
    stroke('M150 236q30 -40 76 -12M1050 236q-30 -40 -76 -12', s.ink, 18) +
    spray(s, [600, 560, 300, 90], s.ground, 200)
  )
}

/** Eyes that look the wrong way. */
const eyes: Motif = (s) => {
  const eyeball = (x: number, y: number, r: number, look: number) =>
    circle([x, y, r], s.spark) +
    ring([x, y, r], s.ink, 14) +
    circle([...around(x, y, r * 0.48, look), r * 0.44], s.ink) +
    circle([...around(x - r * 0.1, y - r * 0.14, r * 0.5, look), r * 0.1], s.spark)
  return (
    shape(`M-20 675V330Q140 120 380 200T820 160T1220 320V675Z`, s.main) +
    shape(`M-20 675V470Q240 300 520 400T1220 450V675Z`, s.accent) +
    eyeball(440, 280, 170, 120) +
    eyeball(800, 250, 130, 250) +
    stroke('M270 80Q400 10 560 90', s.ink, 38) +
    stroke('M690 70Q800 60 920 120', s.ink, 38) +
    stroke('M440 560Q620 520 800 590', s.ink, 26) +
    circle([620, 450, 62], s.veil) +
    circle([602, 432, 16], s.spark) +
    mist(s, [0, 250, 1200, 425], s.ground, 500)
  )
}

/** Everybody talks at once. */
const bubbles: Motif = (s) => {
  const bubble = ([x, y]: XY, [w, h]: XY, tone: string, tail: number) =>
    rect([x - w / 2, y - h / 2, w, h], tone, `rx="${h * 0.42}"`) +
    polygon(
      [x + tail, y + h / 2 - 12, x + tail + 60, y + h / 2 - 12, x + tail + (tail < 0 ? -10 : 70), y + h / 2 + 66],
      tone,
    )
  return (
    repeat(6, (i) => repeat(11, (k) => circle([60 + k * 112 + (i % 2) * 56, 40 + i * 122, 11], s.veil))) +
    bubble([360, 220], [470, 250], s.main, -120) +
    repeat(3, (i) => circle([252 + i * 108, 220, 30], s.spark)) +
    bubble([850, 190], [430, 210], s.ink, 60) +
    stroke(wave(690, 1010, 190, { length: 90, height: 34 }), s.spark, 16) +
    bubble([650, 470], [540, 230], s.accent, 70) +
    repeat(
      4,
      (i) =>
        stroke(`M${480 + i * 112} 405l${i % 2 ? 12 : -12} 70`, s.spark, 34) + circle([478 + i * 114, 530, 22], s.spark),
    ) +
    spray(s, [650, 520, 280, 100], s.ground, 240) +
    spray(s, [330, 280, 220, 90], s.ground, 240)
  )
}

/** A microphone, waiting. */
const microphone: Motif = (s) =>
  repeat(20, (i) =>
    polygon([600, 300, ...around(600, 300, 900, i * 18), ...around(600, 300, 900, i * 18 + 9)], s.veil),
  ) +
  circle([600, 300, 250], s.spark) +
  group(
    shape('M-58 40H58L34 420H-34Z', s.ink) +
      rect([-74, -6, 148, 50], s.main, 'rx="14"') +
      circle([0, -90, 118], s.accent) +
      clipped(
        s,
        circle([0, -90, 118], '#000'),
        repeat(13, (i) =>
          stroke(`M${-200 + i * 36} -230L${-60 + i * 36} 60M${200 - i * 36} -230L${60 - i * 36} 60`, s.ink, 4),
        ),
      ) +
      ring([0, -90, 118], s.ink, 12) +
      rect([-16, 120, 32, 60], s.main, 'rx="16"'),
    'transform="translate(640 280) rotate(28)"',
  ) +
  stroke('M452 632C380 740 260 660 300 560S140 470 80 570S-60 640 -60 640', s.ink, 17) +
  spray(s, [560, 360, 210, 170], s.ground, 240)

/** A red herring, dressed for the evening. */
const herring: Motif = (s) =>
  repeat(5, (i) => stroke(wave(-20, 1220, 110 + i * 124, { length: 150, height: 13, phase: i }), s.veil, 15)) +
  polygon([890, 338, 1090, 180, 1050, 338, 1090, 500], s.accent) +
  shape('M130 350C250 130 620 130 920 338C620 546 270 560 130 350Z', s.main) +
  shape('M470 178Q600 60 700 214Z', s.accent) +
  shape('M480 505Q590 600 660 470Z', s.accent) +
  repeat(4, (k) =>
    repeat(5, (i) =>
      stroke(
        `M${470 + i * 84 - k * 12} ${262 + k * 46 + Math.abs(i - 1) * 5}q26 22 0 46`,
        s.spark,
        7,
        `opacity="${i + k < 8 ? 0.9 : 0}"`,
      ),
    ),
  ) +
  stroke('M372 196Q446 340 380 508', s.ground, 10) +
  circle([262, 292, 46], s.spark) +
  circle([250, 288, 21], s.ink) +
  ring([262, 292, 60], s.ink, 8) +
  stroke('M318 316Q360 420 300 560', s.ink, 4) +
  stroke('M138 360Q190 390 236 372', s.ink, 9) +
  polygon([300, 470, 220, 420, 220, 540], s.ink) +
  polygon([300, 470, 380, 424, 388, 540], s.ink) +
  circle([302, 474, 20], s.spark) +
  repeat(4, (i) => ring([90 - i * 6, 250 - i * 62, 12 + i * 5], s.ink, 5)) +
  mist(s, [200, 330, 650, 200], s.ground, 260)

/** A banana skin, and a foot. */
const banana: Motif = (s) =>
  rect([0, 500, 1200, 175], s.veil) +
  repeat(9, (i) =>
    polygon(
      [i * 150 - 80, 500, i * 150 - 10, 500, i * 150 - 70 - (4 - i) * 30, 680, i * 150 - 180 - (4 - i) * 30, 680],
      s.ground,
      'opacity=".35"',
    ),
  ) +
  shape('M560 250Q450 330 380 540Q430 570 480 546Q490 420 600 340Z', s.spark) +
  shape('M600 250Q760 320 860 530Q820 570 768 548Q720 420 596 340Z', s.main) +
  shape('M566 250Q540 420 560 590Q600 616 644 590Q660 400 622 250Z', s.spark) +
  shape('M560 250Q600 230 630 250Q640 350 596 420Q556 350 560 250Z', s.ink, 'opacity=".14"') +
  polygon([570, 250, 584, 186, 620, 186, 622, 250], s.ink) +
  stroke('M602 300Q606 430 600 560', s.accent, 7) +
  group(
    polygon([-60, -330, 60, -330, 74, -60, -50, -60], s.accent) +
      rect([-56, -80, 130, 40], s.spark) +
      shape('M-60 -44H80Q86 10 190 20Q214 60 190 66H-60Z', s.ink) +
      rect([-66, 60, 260, 18], s.main),
    'transform="translate(850 200) rotate(16)"',
  ) +
  repeat(3, (i) => stroke(`M${950 + i * 46} ${330 + i * 16}l52 -34`, s.ink, 10)) +
  mist(s, [0, 500, 1200, 175], s.ink, 160)

/** A hat, a moustache, nobody else. */
const bowler: Motif = (s) =>
  circle([600, 350, 330], s.veil) +
  repeat(3, (i) => ring([600, 350, 372 + i * 46], s.veil, 10)) +
  group(
    shape('M-190 60Q-200 -170 0 -176Q200 -170 190 60Z', s.ink) +
      rect([-192, 8, 384, 56], s.main) +
      shape('M-330 56Q-200 40 0 62Q200 40 330 56Q300 130 0 126Q-300 130 -330 56Z', s.ink) +
      stroke('M-140 -60Q-120 -130 -60 -146', s.spark, 12),
    'transform="translate(610 230) rotate(-9)"',
  ) +
  shape(
    'M600 480C540 420 440 430 400 490C380 520 330 520 310 490C310 580 430 610 520 560C560 540 590 530 600 520C610 530 640 540 680 560C770 610 890 580 890 490C870 520 820 520 800 490C760 430 660 420 600 480Z',
    s.ink,
  ) +
  circle([500, 400, 17], s.ink) +
  circle([700, 400, 17], s.ink) +
  ring([700, 400, 56], s.main, 11) +
  stroke('M756 402Q800 470 780 640', s.main, 5) +
  spray(s, [600, 380, 300, 200], s.ground, 300)

/** The oldest disguise there is. */
const disguise: Motif = (s) =>
  repeat(12, (i) =>
    polygon([600, 338, ...around(600, 338, 900, i * 30), ...around(600, 338, 900, i * 30 + 15)], s.veil),
  ) +
  stroke('M250 130Q370 50 500 140', s.ink, 54) +
  stroke('M700 140Q830 50 950 130', s.ink, 54) +
  circle([390, 300, 148], s.spark) +
  circle([810, 300, 148], s.spark) +
  clipped(
    s,
    circle([390, 300, 148], '#000') + circle([810, 300, 148], '#000'),
    polygon([200, 460, 480, 90, 560, 90, 300, 460], s.ground, 'opacity=".16"') +
      polygon([640, 460, 900, 90, 980, 90, 720, 460], s.ground, 'opacity=".16"'),
  ) +
  ring([390, 300, 148], s.ink, 32) +
  ring([810, 300, 148], s.ink, 32) +
  circle([430, 320, 38], s.ink) +
  circle([770, 320, 38], s.ink) +
  shape('M540 250Q600 220 660 250L700 440Q690 520 600 520Q510 520 500 440Z', s.main) +
  stroke('M540 262Q600 230 660 262', s.ink, 26) +
  stroke('M556 480q-26 6 -34 -20M644 480q26 6 34 -20', s.accent, 10) +
  shape('M600 530Q480 500 400 590Q500 640 600 590Q700 640 800 590Q720 500 600 530Z', s.ink) +
  spray(s, [640, 420, 120, 110], s.ground, 160)

/** Somebody has gone head first. */
const legs: Motif = (s) => {
  const leg = (more: string) =>
    group(
      rect([-46, -300, 92, 320], s.ink) +
        repeat(5, (i) => rect([-46, -284 + i * 54, 92, 26], s.spark)) +
        shape('M52 -292H-56Q-150 -296 -160 -336Q-160 -364 -136 -364H52Z', s.accent) +
        rect([-164, -382, 222, 22], s.main, 'rx="8"'),
      more,
    )
  return (
    circle([600, 300, 270], s.veil) +
    rect([0, 440, 1200, 235], s.main) +
    ellipse([600, 474], [270, 46], s.spark) +
    ellipse([600, 480], [200, 30], s.accent) +
    leg('transform="translate(530 480) rotate(-7)"') +
    leg('transform="translate(672 480) rotate(17)"') +
    repeat(4, (i) =>
      shape(
        `${wave(-20, 1220, 506 + i * 50, { length: 190, height: 18, phase: i * 1.3 })}L1220 700L-20 700Z`,
        [s.accent, s.main, s.veil, s.ground][i] ?? s.main,
      ),
    ) +
    repeat(7, (i) => circle([...around(600, 470, 330 + (i % 2) * 60, -66 + i * 22), 10 + (i % 3) * 6], s.spark)) +
    mist(s, [0, 440, 1200, 235], s.ground, 260)
  )
}

/** A rubber duck of importance. */
const duck: Motif = (s) =>
  circle([600, 300, 290], s.veil) +
  shape(
    'M300 400C280 330 330 300 400 330Q460 350 520 330Q500 280 510 220C520 120 600 80 690 100C790 124 820 230 760 320C860 350 920 420 890 520Q860 600 600 600Q330 600 300 400Z',
    s.spark,
  ) +
  shape('M470 430Q560 380 660 430Q640 540 540 540Q470 520 470 430Z', s.main) +
  shape('M788 190Q880 180 910 220Q880 262 780 256Z', s.accent) +
  stroke('M786 222Q850 226 902 220', s.ink, 7) +
  circle([690, 190, 24], s.ink) +
  circle([698, 182, 8], s.spark) +
  polygon([560, 104, 566, 6, 624, 60, 664, -14, 700, 62, 764, 20, 752, 118], s.main) +
  rect([556, 96, 200, 26], s.ink, 'rx="6" transform="rotate(4 656 108)"') +
  repeat(3, (i) =>
    shape(
      `${wave(-20, 1220, 540 + i * 46, { length: 210, height: 16, phase: i * 1.9 })}L1220 700L-20 700Z`,
      [s.accent, s.main, s.veil][i] ?? s.accent,
    ),
  ) +
  repeat(8, (i) => ring([130 + i * 140, 470 - ((i * 71) % 190), 12 + ((i * 13) % 20)], fade(s, s.ink, s.spark), 5)) +
  spray(s, [560, 470, 230, 100], s.ground, 260)

export const comedy = { grin, eyes, bubbles, microphone, herring, banana, bowler, disguise, legs, duck }
