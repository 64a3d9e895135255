import type { FastifyRequest } from 'fastify';

/** The versions of SOAP, by the namespace of their envelopes. */
const NAMESPACES = {
  'http://schemas.xmlsoap.org/soap/envelope/': '1.1',
  'http://www.w3.org/2003/05/soap-envelope': '1.2',
} as const;

export type SoapNamespace = keyof typeof NAMESPACES;
export const SOAP_NAMESPACES = Object.keys(NAMESPACES) as SoapNamespace[];
const SOAP_1_1 = SOAP_NAMESPACES[0] as SoapNamespace;

/** The envelopes of the calls that are read. An answer, also to a failure, has the envelope of its call. */
const envelopes = new WeakMap<FastifyRequest, SoapNamespace>();

export function isSoapNamespace(uri: string): uri is SoapNamespace {
  return uri in NAMESPACES;
}

export function isOfVersion12(namespace: SoapNamespace): boolean {
  return NAMESPACES[namespace] === '1.2';
}

export function rememberEnvelope(request: FastifyRequest, namespace: SoapNamespace): void {
  envelopes.set(request, namespace);
}

/** Returns the namespace of the envelope of a call; SOAP 1.1 if it was not read. */
export function envelopeOf(request: FastifyRequest): SoapNamespace {
  return envelopes.get(request) ?? SOAP_1_1;
}
