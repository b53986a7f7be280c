import { t } from '../../texts/texts.ts'
import { useDeleteLater } from '../links/use-delete-later.ts'
import { DeleteQrCode } from './qr.graphql.ts'

/** Deletes a QR code, unless it is taken back. */
export function useDeleteQr(): (code: { readonly id: string; readonly title: string }) => void {
  const deleteLater = useDeleteLater(DeleteQrCode)
  return ({ id, title }) => deleteLater(id, t('qr.deleted', { title }))
}
