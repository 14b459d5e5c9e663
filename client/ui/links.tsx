import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import { createLink, Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

/** An address of the router. */
export type PageAddress = NonNullable<LinkProps['to']>

type AnchorElement<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>

/** Links without a style of their own. */
export const PlainLink = Link

/** Links with the look of a button. */
export const ButtonLink = createLink((props: AnchorElement<ButtonProps>) => <Button component="a" {...props} />)

/** Links within text. */
export const TextLink = createLink((props: AnchorElement<AnchorProps>) => <Anchor {...props} />)
