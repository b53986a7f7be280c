import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** `drawer` stands at the side and leaves the list in view; on a phone both fill the screen. */
  readonly kind?: 'drawer' | 'card'
  readonly isTitleHidden?: boolean
}

/** Holds the focus until it is closed by Escape, by a click beside it, or by its button. */
export function Dialog({ title, onClose, children, kind = 'drawer', isTitleHidden = false }: DialogProps) {
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()} className={styles.ground}>
      <Modal className={`${styles.modal} ${styles[kind]}`}>
        <AriaDialog className={styles.dialog}>
          {isTitleHidden ? (
            <Heading slot="title" className="visually-hidden">
              {title}
            </Heading>
          ) : (
            <header className={styles.head}>
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              <Button kind="quiet" icon="close" label={t('close')} onPress={onClose} />
            </header>
          )}
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
