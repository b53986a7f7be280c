import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './link-form.module.css'

interface SectionProps {
  readonly icon: IconName
  readonly name: string
  /** What is set, in one line, while the section is closed. */
  readonly summary: string
  readonly isSet: boolean
  /** Opens it for a mistake in one of its fields. */
  readonly isOpen?: boolean
  readonly children: ReactNode
}

/** A part of the form that says in one line what is set. */
export function Section({ icon, name, summary, isSet, isOpen = false, children }: SectionProps) {
  const [isShown, setShown] = useState(isOpen)
  // It stays open while the mistake is corrected.
  if (isOpen && !isShown) setShown(true)
  const wasPressed = useRef(false)
  const fields = useRef<HTMLDivElement>(null)
  // On a phone the focus would raise the keyboard over what was just opened.
  useEffect(() => {
    if (isShown && wasPressed.current && matchMedia('(pointer: fine)').matches)
      fields.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
    wasPressed.current = false
  }, [isShown])
  return (
    <details className={styles.section} open={isShown}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: A summary is a control of its own. */}
      <summary
        onClick={(event) => {
          event.preventDefault()
          wasPressed.current = true
          setShown(!isShown)
        }}
      >
        <Icon name={icon} />
        <b>{name}</b>
        <span data-set={isSet || undefined}>{isShown ? '' : summary}</span>
        <Icon name="down" size={16} />
      </summary>
      {isShown && (
        <div ref={fields} className={styles.fields}>
          {children}
        </div>
      )}
    </details>
  )
}
