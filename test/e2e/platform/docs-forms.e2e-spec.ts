import type { OpenAPIObject } from '@nestjs/swagger';
import { TestService } from '../../support/service';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
interface Media {
  examples?: Record<string, { value: unknown }>;
}
interface Form {
  parameters: string[];
  /** The initial body; undefined if there is none. */
  body: unknown;
  /** Whether Execute does nothing until a parameter is filled in. */
  needsParameter: boolean;
}

/** The values with which Swagger UI fills in its forms. */
describe('the forms of Swagger UI', () => {
  let demo: TestService;
  const others: TestService[] = [];
  beforeAll(async () => (demo = await TestService.start({ settings: { DEMO_DATA: 'true' } })));
  afterAll(async () => {
    for (const instance of [...others, demo]) await instance.stop();
  });

  const documentOf = async (service: TestService) =>
    JSON.parse((await service.call('/docs-json')).text) as OpenAPIObject;

  function forms({ paths }: OpenAPIObject): Record<string, Form> {
    const methods = ['get', 'post', 'patch', 'delete'] as const;
    const all = Object.entries(paths).flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const operation = item[method];
        return operation ? [[`${method.toUpperCase()} ${path}`, formOf(operation)] as const] : [];
      }),
    );
    return Object.fromEntries(all);
  }

  /** Returns the document of another, new instance on the same database. */
  async function documentNow(): Promise<OpenAPIObject> {
    const instance = await TestService.start({ beside: demo });
    others.push(instance);
    return documentOf(instance);
  }

  it('The forms of Swagger UI are filled in with the demo data if it exists, and the page says so', async () => {
    const document = await documentOf(demo);
    expect(document.info.description).toContain('this database has the demo data');
    expect(document.info.description).toContain('Rate plan 12 of room 1');
    expect(forms(document)).toMatchObject({
      'DELETE /admin/rooms/{roomId}': { parameters: ['roomId=3', 'confirm=Single'] },
      'GET /admin/rooms/{roomId}': { parameters: ['roomId=1'] },
      'POST /roomEditChannelManager': { body: { id: '1', qty: 5 } },
    });
  });

  it('The form of the journal in Swagger UI has no filled-in parameter', async () => {
    expect(forms(await documentOf(demo))['GET /admin/journal']?.parameters).toEqual([]);
  });

  it('The forms of Swagger UI stay filled in after the demo data was tried out', async () => {
    await demo.admin('PATCH', '/rooms/1', { name: 'Double with balcony' });
    await demo.admin('PATCH', '/ratePlans/13', { name: 'Renamed' });
    expect(
      (
        await demo.admin(
          'DELETE',
          '/ratePlans/14?confirm=Breakfast%2C%20not%20refundable%2C%20to%20the%20half%20Euro',
        )
      ).status,
    ).toBe(204);
    expect((await demo.admin('DELETE', '/rooms/3?confirm=Single')).status).toBe(204);
    expect((await demo.admin('POST', '/rooms', { name: 'Twin' })).status).toBe(201);
    expect((await documentNow()).info.description).toContain('this database has the demo data');
  });

  it.each([
    ['a room', `UPDATE room SET property_name = $1 WHERE id = 1`, 'Hotel Bar', 'Grand Hotel'],
    [
      'a rate plan',
      `UPDATE rate_plan SET name = $1 WHERE id = 21`,
      'Suite, 80 % above the Double',
      'Flexible',
    ],
  ])(
    'Swagger UI mentions the demo data only while %s of the demo data is unchanged',
    async (_, update, ours, another) => {
      await demo.dataSource.query(update, [another]);
      expect((await documentNow()).info.description).not.toContain('demo data');
      await demo.dataSource.query(update, [ours]);
      expect((await documentNow()).info.description).toContain('this database has the demo data');
    },
  );

  describe('the forms on the data of a platform', () => {
    let service: TestService;
    let document: OpenAPIObject;
    beforeAll(async () => {
      service = await TestService.start();
      // The ids, and even the names of the rooms, are those of the demo data.
      await service.admin('POST', '/rooms', { id: '1', name: 'Double', propertyName: 'Hotel Bar' });
      await service.admin('POST', '/rooms/1/ratePlans', { id: '12', name: 'Flexible' });
      document = await documentOf(service);
    });
    afterAll(() => service.stop());

    it('No form of Swagger UI is filled in without demo data, and the guide does not mention demo data', () => {
      expect(document.info.description).not.toMatch(/demo data|Rate plan 12/);
      expect(document.info.description).toContain('**No form is filled in**');
      for (const [name, { parameters }] of Object.entries(forms(document)))
        expect({ name, parameters }).toEqual({ name, parameters: [] });
    });

    it('No sample body of Swagger UI names an id, and the body of an operation without parameters is empty', () => {
      for (const [name, { body, needsParameter }] of Object.entries(forms(document))) {
        if (body === undefined) continue;
        expect({ name, text: JSON.stringify(body) }).toEqual({
          name,
          text: needsParameter
            ? (expect.not.stringMatching(/"(id|from|roomId|ratePlanId)":"?\d+"?[,}]/) as string)
            : (expect.stringMatching(/^(\{\}|"")$/) as string),
        });
      }
    });

    it('Forms of Swagger UI that are executed unchanged change nothing', async () => {
      const before = await service.records.roomRow('1');
      for (const [name, { body, needsParameter }] of Object.entries(forms(document))) {
        const [method = '', path = ''] = name.split(' ');
        if (needsParameter || method === 'GET') continue;
        const { status, text } = await service.call(path, {
          method,
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        });
        // A dry run is answered, and changes nothing anyway.
        const isDone = status < 300 && text !== 'false' && !text.includes('"outcome":"refused"');
        expect({ name, isDone }).toEqual({ name, isDone: false });
      }
      expect(await service.records.roomRow('1')).toEqual(before);
    });
  });

  it('Swagger UI is available while the database does not answer, and its forms are empty', async () => {
    const instance = await TestService.start({ beside: demo });
    await instance.dataSource.destroy();
    try {
      expect((await documentOf(instance)).info.description).toContain('**No form is filled in**');
    } finally {
      await instance.dataSource.initialize();
      await instance.stop();
    }
  });
});

function formOf({ parameters = [], requestBody }: Operation): Form {
  const all = parameters as { name: string; required?: boolean; example?: string }[];
  const body = requestBody as { content: Record<string, Media> } | undefined;
  const [media] = Object.values(body?.content ?? {});
  const [first] = Object.values(media?.examples ?? {});
  return {
    parameters: all.flatMap(({ name, example }) => (example === undefined ? [] : [`${name}=${example}`])),
    body: first?.value,
    needsParameter: all.some(({ required }) => required),
  };
}
