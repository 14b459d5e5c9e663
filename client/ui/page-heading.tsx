import { Title, type TitleProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { windowTitle } from '#domain/window-title.ts'
import classes from './page-heading.module.css'

let isFirstPage = true

type Props = Omit<TitleProps, 'title' | 'order' | 'className'> & {
  readonly className?: string | undefined
  /** The heading and the title of the window. */
  readonly title: string
}

/** Shows the h1 of a page, sets the window's title, and takes the focus after navigation within the shop. */
export function PageHeading({ title, className = '', children, ...props }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = windowTitle(title)
  }, [title])
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    return () => {
      isFirstPage = false
    }
  }, [])
  return (
    <Title ref={heading} order={1} tabIndex={-1} className={`${classes['heading']} ${className}`} {...props}>
      {children ?? title}
    </Title>
  )
}
