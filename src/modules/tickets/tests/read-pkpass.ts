/** Reads a pass as a phone does, with other libraries than those that created it. */
import { createHash, verify, X509Certificate } from 'node:crypto'
import { ContentInfo, id_signedData, SignedData } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { unzipSync } from 'fflate'
import { invariant } from '#kernel/result.ts'

const messageDigest = '1.2.840.113549.1.9.4'
const digests: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
}

// oxlint-disable-next-line typescript/no-explicit-any -- the tests check fields they do not declare
type PassJson = any

export interface ReadPass {
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly json: PassJson
}

/**
 * Opens a pass; throws unless every file matches the manifest and the manifest's signature verifies under the root.
 */
export function readPass(content: Uint8Array | string, rootPem: string): ReadPass {
  invariant(typeof content !== 'string', 'a pass is bytes')
  const files = new Map(Object.entries(unzipSync(content)))
  const manifest = files.get('manifest.json')
  const signature = files.get('signature')
  const pass = files.get('pass.json')
  invariant(manifest && signature && pass, 'a pass has content, manifest and signature')
  const listed: Record<string, string> = JSON.parse(Buffer.from(manifest).toString())
  const named = [...files].filter(([name]) => !['manifest.json', 'signature'].includes(name))
  const digestsOfFiles = named.map(([name, file]) => [name, hashOf('sha1', file).toString('hex')])
  invariant(
    JSON.stringify(Object.entries(listed).sort()) === JSON.stringify(digestsOfFiles.sort()),
    'the manifest lists all files by their digests',
  )
  checkSignature(manifest, signature, rootPem)
  return { files, json: JSON.parse(Buffer.from(pass).toString()) }
}

/** A detached PKCS#7 signature over these bytes, by a certificate under the root. */
export function checkSignature(signed: Uint8Array, signature: Uint8Array, rootPem: string): void {
  const info = AsnConvert.parse(signature, ContentInfo)
  invariant(info.contentType === id_signedData, 'it is signed data')
  const data = AsnConvert.parse(info.content, SignedData)
  invariant(data.encapContentInfo.eContent === undefined, 'the signature is detached')
  const certificates = [...(data.certificates ?? [])].map(
    ({ certificate }) => new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))),
  )
  const [signer] = data.signerInfos
  invariant(signer?.signedAttrs, 'somebody has signed')
  const serial = signer.sid.issuerAndSerialNumber?.serialNumber
  const serialNumber = serial && Buffer.from(serial).toString('hex')
  const leaf = certificates.find((one) => one.serialNumber.toLowerCase() === serialNumber)
  const root = new X509Certificate(rootPem)
  const above = certificates.find((one) => leaf && leaf !== one && leaf.verify(one.publicKey))
  invariant(leaf && above?.ca && above.verify(root.publicKey), 'the chain ends at the root')
  const digest = digests[signer.digestAlgorithm.algorithm]
  const said = signer.signedAttrs.find(({ attrType }) => attrType === messageDigest)?.attrValues[0]
  invariant(digest && said, 'the signature says what it is over')
  const saidDigest = Buffer.from(AsnConvert.parse(said, OctetString).buffer)
  invariant(saidDigest.equals(hashOf(digest, signed)), 'it is over these bytes')
  const attributes = signedBytes(signer.signedAttrs)
  const value = Buffer.from(signer.signature.buffer)
  invariant(verify(digest, attributes, leaf.publicKey, value), 'the signature is good')
}

const hashOf = (name: string, bytes: Uint8Array): Buffer => createHash(name).update(bytes).digest()

/** The signature covers the attributes encoded as a SET; in the message they have another tag. */
function signedBytes(attributes: readonly object[]): Buffer {
  const all = Buffer.concat(attributes.map((each) => Buffer.from(AsnConvert.serialize(each))))
  const length = all.length < 128 ? [all.length] : [0x81, all.length]
  return Buffer.concat([Buffer.from([0x31, ...length]), all])
}
