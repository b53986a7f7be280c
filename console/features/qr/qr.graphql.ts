// Written by `npm run emit`. Edit qr.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  AddQrLogoMutation,
  AddQrLogoMutationVariables,
  CreateQrCodeMutation,
  CreateQrCodeMutationVariables,
  DeleteQrCodeMutation,
  DeleteQrCodeMutationVariables,
  DeleteQrLogoMutation,
  DeleteQrLogoMutationVariables,
  LinkQrDesignQuery,
  LinkQrDesignQueryVariables,
  LinkQrImagesQuery,
  LinkQrImagesQueryVariables,
  QrCodeImagesQuery,
  QrCodeImagesQueryVariables,
  QrCodeQuery,
  QrCodeQueryVariables,
  QrCodesQuery,
  QrCodesQueryVariables,
  QrLogosQuery,
  QrLogosQueryVariables,
  UpdateLinkQrDesignMutation,
  UpdateLinkQrDesignMutationVariables,
  UpdateQrCodeMutation,
  UpdateQrCodeMutationVariables,
} from '../../graph/types.ts'

export const qrRowFragment = `fragment QrRow on DynamicQrItem {
  id
  title
  destination
  shortUrl
  imageUrl
  isActive
  scans
  createdAt
}`

export const qrDetailsFragment = `fragment QrDetails on DynamicQrItem {
  ...QrRow
  workspaceId
  updatedAt
  url {
    id
  }
  design {
    ...QrDesignFields
  }
}`

export const qrDesignFieldsFragment = `fragment QrDesignFields on QrDesign {
  color
  background
  isTransparent
  level
  margin
  dots
  eyes
  eyeColor
  logoShare
  logo {
    id
    name
  }
}`

export const QrCodes = graphql<QrCodesQuery, QrCodesQueryVariables>(`query QrCodes($first: Int!, $after: String, $search: String) {
  dynamicQrs(first: $first, after: $after, search: $search) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...QrRow
    }
  }
}

${qrRowFragment}`)

export const QrCode = graphql<QrCodeQuery, QrCodeQueryVariables>(`query QrCode($id: ID!) {
  dynamicQr(id: $id) {
    ...QrDetails
  }
}

${qrDetailsFragment}

${qrRowFragment}

${qrDesignFieldsFragment}`)

export const QrCodeImages = graphql<QrCodeImagesQuery, QrCodeImagesQueryVariables>(`query QrCodeImages($id: ID!, $color: String, $background: String, $isTransparent: Boolean, $level: ErrorCorrectionLevel, $margin: Int, $dots: QrDots, $eyes: QrEyes, $eyeColor: String, $logoShare: Int) {
  image: dynamicQrImage(
    id: $id
    color: $color
    background: $background
    isTransparent: $isTransparent
    level: $level
    margin: $margin
    dots: $dots
    eyes: $eyes
    eyeColor: $eyeColor
    logoShare: $logoShare
    format: SVG
    size: 1024
  ) {
    href
  }
}`)

export const LinkQrDesign = graphql<LinkQrDesignQuery, LinkQrDesignQueryVariables>(`query LinkQrDesign($id: ID!) {
  urlQrDesign(id: $id) {
    ...QrDesignFields
  }
}

${qrDesignFieldsFragment}`)

export const LinkQrImages = graphql<LinkQrImagesQuery, LinkQrImagesQueryVariables>(`query LinkQrImages($id: ID!, $color: String, $background: String, $isTransparent: Boolean, $level: ErrorCorrectionLevel, $margin: Int, $dots: QrDots, $eyes: QrEyes, $eyeColor: String, $logoShare: Int) {
  image: urlQr(
    id: $id
    color: $color
    background: $background
    isTransparent: $isTransparent
    level: $level
    margin: $margin
    dots: $dots
    eyes: $eyes
    eyeColor: $eyeColor
    logoShare: $logoShare
    format: SVG
    size: 1024
  ) {
    href
  }
}`)

export const QrLogos = graphql<QrLogosQuery, QrLogosQueryVariables>(`query QrLogos {
  qrLogosConnection(first: 20) {
    nodes {
      id
      name
      imageUrl
    }
  }
}`)

export const CreateQrCode = graphql<CreateQrCodeMutation, CreateQrCodeMutationVariables>(`mutation CreateQrCode($input: CreateDynamicQrInput!) {
  createDynamicQr(input: $input) {
    ...QrDetails
  }
}

${qrDetailsFragment}

${qrRowFragment}

${qrDesignFieldsFragment}`)

export const UpdateQrCode = graphql<UpdateQrCodeMutation, UpdateQrCodeMutationVariables>(`mutation UpdateQrCode($id: ID!, $input: UpdateDynamicQrInput!) {
  updateDynamicQr(id: $id, input: $input) {
    ...QrDetails
  }
}

${qrDetailsFragment}

${qrRowFragment}

${qrDesignFieldsFragment}`)

export const UpdateLinkQrDesign = graphql<UpdateLinkQrDesignMutation, UpdateLinkQrDesignMutationVariables>(`mutation UpdateLinkQrDesign($id: ID!, $input: UpdateUrlQrDesignInput!) {
  updateUrlQrDesign(id: $id, input: $input) {
    ...QrDesignFields
  }
}

${qrDesignFieldsFragment}`)

export const DeleteQrCode = graphql<DeleteQrCodeMutation, DeleteQrCodeMutationVariables>(`mutation DeleteQrCode($id: ID!) {
  deleteDynamicQr(id: $id) {
    success
  }
}`)

export const DeleteQrLogo = graphql<DeleteQrLogoMutation, DeleteQrLogoMutationVariables>(`mutation DeleteQrLogo($id: ID!) {
  deleteQrLogo(id: $id) {
    success
  }
}`)

export const AddQrLogo = graphql<AddQrLogoMutation, AddQrLogoMutationVariables>(`mutation AddQrLogo($name: String!, $image: String!) {
  createQrLogo(name: $name, image: $image) {
    id
    name
    imageUrl
  }
}`)
