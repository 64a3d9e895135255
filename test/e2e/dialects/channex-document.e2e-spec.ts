import { readFileSync } from 'node:fs';
import type { Json } from '../../support/channex';
import { ChannexCaller } from '../../support/channex';
import { TestService } from '../../support/service';

const DOCUMENT = readFileSync('docs/integration-channex.md', 'utf8');

/** The JSON blocks below a heading. */
function samplesOf(heading: string): Json[] {
  const section = DOCUMENT.split(new RegExp(`^##+ ${heading}\\n`, 'm'))[1]?.split(/^##/m)[0] ?? '';
  return [...section.matchAll(/```json\n([^]*?)```/g)].map(([, text]) => JSON.parse(text ?? '') as Json);
}

describe('the document for Channex', () => {
  let service: TestService;
  let channex: ChannexCaller;
  beforeAll(async () => {
    service = await TestService.start({ settings: { DEMO_DATA: 'true' } });
    channex = new ChannexCaller(service, await service.createToken('channex', ['push']));
  });
  afterAll(() => service.stop());

  it('The notification in the Channex document works on the demo data', async () => {
    const [sample] = samplesOf('Send changes');
    const answer = await channex.sendBody(sample);
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([200, { success: true }]);
    expect(await service.records.prices('12')).toMatchObject({ '2026-12-25': '200.0000' });
    expect(await service.records.availability('1')).toMatchObject({ '2026-12-25': [4, 0] });
  });

  it('The Channex document has the answers to a check of the connection and to a read of the mapping', async () => {
    const [missing] = samplesOf('Check the connection');
    expect(JSON.parse((await channex.get('test_connection/?hotel_code=H9')).text)).toEqual(missing);
    const [mapping] = samplesOf('Read the rooms and rate plans') as [
      { data: { attributes: { room_types: [{ rate_plans: [Json] }] } } },
    ];
    const { text } = await channex.get('mapping_details/?hotel_code=H1');
    const [room] = (JSON.parse(text) as typeof mapping).data.attributes.room_types;
    const [sample] = mapping.data.attributes.room_types;
    expect(room).toMatchObject({ ...sample, rate_plans: [sample.rate_plans[0], {}, {}] });
  });

  it('The Channex document has the answer to a message about a missing plan', async () => {
    const [sample] = samplesOf('Send changes') as [{ data: [{ attributes: { changes: Json[] } }] }];
    const [{ attributes }] = sample.data;
    const change = attributes.changes[1] as { attributes: Json };
    const wrong = { ...change, attributes: { ...change.attributes, rate_plan_id: '99' } };
    const changes = [change, change, change, wrong];
    const answer = await channex.sendBody({
      data: [{ ...sample.data[0], attributes: { ...attributes, changes } }],
    });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([422, samplesOf('Errors')[0]]);
  });
});
