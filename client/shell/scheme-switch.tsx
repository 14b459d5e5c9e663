import { ActionIcon, useComputedColorScheme, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { texts } from './shell.texts.ts'
import classes from './scheme-switch.module.css'

/** Switches between light and dark. */
export function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={isDark ? texts.switchToLight : texts.switchToDark}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
    </ActionIcon>
  )
}

const schemes: readonly MantineColorScheme[] = ['auto', 'light', 'dark']

/** Chooses light, dark or the system's scheme, and stores the choice. */
export function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <fieldset className={classes['choice']}>
      <legend className={classes['legend']}>{texts.appearance}</legend>
      {schemes.map((scheme) => (
        <label key={scheme} className={classes['scheme']}>
          <input
            type="radio"
            name="color-scheme"
            checked={scheme === colorScheme}
            onChange={() => setColorScheme(scheme)}
          />
          {texts.schemes[scheme]}
        </label>
      ))}
    </fieldset>
  )
}
