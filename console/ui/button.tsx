import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { Link as RouteLink } from 'wouter'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

type Kind = 'main' | 'secondary' | 'quiet' | 'danger'

interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  /** `main` is the one thing to do on a screen. */
  readonly kind?: Kind
  readonly icon?: IconName
  readonly children?: React.ReactNode
  /** The name of a button that shows only its icon. */
  readonly label?: string
}

export function Button({ kind = 'secondary', icon, children, label, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      className={classOf(kind, children === undefined)}
      {...(label !== undefined && { 'aria-label': label })}
    >
      {icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  )
}

interface ButtonLinkProps {
  readonly href: string
  /** What the history has beside the address. */
  readonly state?: unknown
  readonly kind?: Kind
  readonly icon?: IconName
  readonly children?: React.ReactNode
  readonly label?: string
}

/** A link within the console that looks like a button. */
export function ButtonLink({ href, state, kind = 'secondary', icon, children, label }: ButtonLinkProps) {
  return (
    <RouteLink href={href} state={state} className={classOf(kind, children === undefined)} aria-label={label}>
      {icon && <Icon name={icon} />}
      {children}
    </RouteLink>
  )
}

function classOf(kind: Kind, isIcon: boolean): string {
  return `${styles.button} ${styles[kind]} ${isIcon ? styles.icon : ''}`
}
