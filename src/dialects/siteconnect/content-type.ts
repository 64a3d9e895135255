import type { IncomingHttpHeaders } from 'node:http';
import { MIMEType } from 'node:util';
import { quote } from '../../platform/http/quote';

const TYPES = ['text/xml', 'application/soap+xml', 'application/xml'];
const CHARSETS = ['utf-8', 'utf8', 'us-ascii'];

/** Describes why the headers do not announce XML in UTF-8. Undefined if they do. */
export function wrongXmlType(headers: IncomingHttpHeaders): string | undefined {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = headers;
  const expected = `The body must be ${TYPES.join(', ')} in UTF-8`;
  if (type === undefined) return `${expected}, got no Content-Type`;
  if (!isXml(type)) return `${expected}, got ${quote(type)}`;
  if (encoding.trim().toLowerCase() === 'identity') return undefined;
  return `${expected}, not compressed, got Content-Encoding ${quote(encoding)}`;
}

function isXml(header: string): boolean {
  try {
    const { essence, params } = new MIMEType(header);
    return TYPES.includes(essence) && CHARSETS.includes(params.get('charset')?.toLowerCase() ?? 'utf-8');
  } catch {
    return false;
  }
}
