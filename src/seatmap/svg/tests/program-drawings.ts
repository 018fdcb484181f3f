/**
 * Halls as drawing programs export them, by the rules of each: its namespaces, names of layers, transforms, styles and units.
 * Every drawing has a section with two rows of five and four seats, and most something more.
 */
export interface ProgramDrawing {
  readonly program: string
  readonly svg: string
  /** Places by the name of their section. */
  readonly places: Readonly<Record<string, number>>
  /** Codes of what is left out. */
  readonly leftOut?: readonly string[]
}

/** One text for each seat of a row. */
function row(count: number, seat: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => seat(at)).join('\n')
}

/** A circle as programs write it that know only paths. */
function ring(x: number, y: number, radius: number): string {
  const k = radius * 0.5523
  return `M${x + radius},${y}c0,${k}-${radius - k},${radius}-${radius},${radius}s-${radius}-${radius - k}-${radius}-${radius}s${radius - k}-${radius} ${radius}-${radius}s${radius},${radius - k} ${radius},${radius}z`
}

const svg = 'xmlns="http://www.w3.org/2000/svg"'
const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
const stalls = { Stalls: 9 }

const inkscape = (
  content: string,
): string => `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="210mm" height="297mm" viewBox="0 0 210 297" version="1.1" id="svg5" inkscape:version="1.4 (e7c3feb, 2024-10-09)" sodipodi:docname="hall.svg"
 xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" ${xlink} ${svg} xmlns:svg="http://www.w3.org/2000/svg">
<sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:document-units="mm"><inkscape:grid id="grid9" units="mm"/></sodipodi:namedview>
<defs id="defs2"/>${content}</svg>`

const layer = (label: string, content: string, more = 'style="display:inline"') =>
  `<g inkscape:groupmode="layer" id="layer${label.length}" inkscape:label="${label}" ${more}>${content}</g>`
const group = (label: string, content: string, more = '') =>
  `<g id="g${label.length * 7}" inkscape:label="${label}" ${more}>${content}</g>`
const inkscapeSeat = (y: number) => (at: number) =>
  `<circle style="fill:#e30613;stroke:none;stroke-width:0.26" id="path${y}-${at}" cx="${20.5 + at * 6}" cy="${y}" r="2.1"/>`

const illustratorHead =
  '<!-- Generator: Adobe Illustrator 28.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->'
const illustrator = (
  content: string,
  style = '.st0{fill:#E30613;} .st1{display:none;} .st2{display:inline;fill:#E30613;}',
): string =>
  `<?xml version="1.0" encoding="utf-8"?>
${illustratorHead}
<svg version="1.1" id="Ebene_1" ${svg} ${xlink} x="0px" y="0px" viewBox="0 0 595.3 841.9" style="enable-background:new 0 0 595.3 841.9;" xml:space="preserve">
<style type="text/css">\n\t${style}\n</style>${content}</svg>`
const illustratorRows = (y: number, first = 'row_x3A__1', second = 'row_x3A__2') =>
  `<g id="${first}">${row(5, (at) => `<circle class="st0" cx="${40 + at * 12.5}" cy="${y}" r="4.3"/>`)}</g>
  <g id="${second}">${row(4, (at) => `<path class="st0" d="${ring(40 + at * 12.5, y + 14, 4.3)}"/>`)}</g>`

const corel = (content: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Creator: CorelDRAW -->
<svg ${svg} xml:space="preserve" width="297mm" height="210mm" version="1.1" style="shape-rendering:geometricPrecision; text-rendering:geometricPrecision; fill-rule:evenodd; clip-rule:evenodd"
viewBox="0 0 29700 21000" ${xlink} xmlns:xodm="http://www.corel.com/coreldraw/odm/2003">
 <defs><style type="text/css"><![CDATA[ .str0 {stroke:#2B2A29;stroke-width:20} .fil1 {fill:none} .fil0 {fill:#E31E24} ]]></style></defs>
 <g id="Layer_x0020_1"><metadata id="CorelCorpID_0Corel-Layer"/>${content}</g></svg>`

const affinity = (content: string) => `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg width="100%" height="100%" viewBox="0 0 2480 1748" version="1.1" ${svg} ${xlink} xml:space="preserve" xmlns:serif="http://www.serif.com/" style="fill-rule:evenodd;clip-rule:evenodd;stroke-linejoin:round;stroke-miterlimit:2;">${content}</svg>`

/** A shape as LibreOffice writes it: a box without paint, the fill and the outline. */
const officeSeat = (x: number, y: number, id: number) =>
  `<g class="com.sun.star.drawing.CustomShape"><g id="id${id}"><rect class="BoundingBox" stroke="none" fill="none" x="${x - 203}" y="${y - 203}" width="407" height="407"/>
<path fill="rgb(114,159,207)" stroke="none" d="M ${x},${y - 200} C ${x + 110},${y - 200} ${x + 200},${y - 110} ${x + 200},${y} C ${x + 200},${y + 110} ${x + 110},${y + 200} ${x},${y + 200} C ${x - 110},${y + 200} ${x - 200},${y + 110} ${x - 200},${y} C ${x - 200},${y - 110} ${x - 110},${y - 200} ${x},${y - 200} Z"/>
<path fill="none" stroke="rgb(52,101,164)" d="M ${x},${y - 200} C ${x + 110},${y - 200} ${x + 200},${y - 110} ${x + 200},${y} C ${x + 200},${y + 110} ${x + 110},${y + 200} ${x},${y + 200} C ${x - 110},${y + 200} ${x - 200},${y + 110} ${x - 200},${y} C ${x - 200},${y - 110} ${x - 110},${y - 200} ${x},${y - 200} Z"/></g></g>`

export const programDrawings: readonly ProgramDrawing[] = [
  {
    program: 'Inkscape, layers and groups in millimetres',
    svg: inkscape(
      layer(
        'Layer 1',
        `<rect id="rect1" inkscape:label="stage" width="60" height="12" x="20" y="4" style="fill:#808080"/>`,
      ) +
        layer(
          'section: Stalls',
          group('row: 1', row(5, inkscapeSeat(30)), 'transform="translate(2.6458,-1.3229)"') +
            group(
              'row: 2',
              row(4, inkscapeSeat(37)),
              'transform="matrix(0.99,0.087,-0.087,0.99,3,0)"',
            ),
        ),
    ),
    places: stalls,
  },
  {
    program: 'Inkscape, rows of tiled clones and a hidden layer',
    svg: inkscape(
      layer(
        'section: Stalls',
        group(
          'row: 1',
          inkscapeSeat(30)(0) +
            row(
              4,
              (at) =>
                `<use x="0" y="0" inkscape:tiled-clone-of="#path30-0" xlink:href="#path30-0" transform="translate(${(at + 1) * 6.2})" id="use${at}"/>`,
            ),
        ) + group('row: 2', row(4, inkscapeSeat(37))),
      ) +
        layer(
          'section: Old stalls',
          group('row: 1', row(7, inkscapeSeat(60))),
          'style="display:none"',
        ),
    ),
    places: stalls,
    leftOut: ['hidden'],
  },
  {
    program: 'Inkscape as plain SVG, where only ids remain',
    svg: `<?xml version="1.0" encoding="UTF-8" standalone="no"?><svg width="793.7" height="1122.5" viewBox="0 0 210 297" version="1.1" id="svg5" ${svg}>
<defs id="defs2"/><g id="section_Stalls" transform="translate(0,-52.9)"><g id="row_1">${row(5, inkscapeSeat(130))}</g><g id="row_2">${row(4, inkscapeSeat(137))}</g></g></svg>`,
    places: stalls,
  },
  {
    program: 'Illustrator, saved as SVG',
    svg: illustrator(`<g id="section_x3A__Stalls">${illustratorRows(60)}</g>
<g id="section_x3A__Left_balcony">${illustratorRows(160, 'row_x3A__1_1_', 'row_x3A__2_1_')}</g>
<g id="section_x3A__Old" class="st1"><g id="row_x3A__9" class="st2">${row(3, (at) => `<circle class="st0" cx="${at * 12}" cy="400" r="4"/>`)}</g></g>`),
    places: { Stalls: 9, 'Left balcony': 9 },
    leftOut: ['hidden'],
  },
  {
    program: 'Illustrator, exported for screens',
    svg: `<?xml version="1.0" encoding="UTF-8"?><svg id="Layer_2" data-name="Layer 2" ${svg} viewBox="0 0 480.2 300.1"><defs><style>.cls-1{fill:#e30613;}.cls-2{fill:none;stroke:#000;stroke-miterlimit:10;}</style></defs>
<g id="section:_Stalls" data-name="section: Stalls"><rect class="cls-2" x="20" y="20" width="120" height="90" id="outline"/><g id="row:_1" data-name="row: 1">${row(5, (at) => `<circle class="cls-1" cx="${40 + at * 12}" cy="40" r="4"/>`)}</g><g id="row:_2" data-name="row: 2">${row(4, (at) => `<rect class="cls-1" x="${36 + at * 12}" y="60" width="8" height="8" rx="2" ry="2"/>`)}</g></g></svg>`,
    places: stalls,
  },
  {
    program: 'Illustrator, keeping its own data',
    svg: `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
	<!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
	<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
	<!ENTITY ns_graphs "http://ns.adobe.com/Graphs/1.0/">
]>
<svg version="1.1" xmlns:x="&ns_extend;" xmlns:i="&ns_ai;" xmlns:graph="&ns_graphs;" ${svg} viewBox="0 0 595.3 841.9">
<switch><foreignObject requiredExtensions="&ns_ai;" x="0" y="0" width="1" height="1"><i:aipgfRef xlink:href="#adobe_illustrator_pgf"></i:aipgfRef></foreignObject>
<g i:extraneous="self"><g id="section_x3A__Stalls">${illustratorRows(60)}</g></g></switch></svg>`,
    places: stalls,
  },
  {
    program: 'CorelDRAW',
    svg: corel(`<g id="section_x003A__x0020_Stalls"><g id="row_x003A__x0020_1">${row(5, (at) => `<circle class="fil0 str0" cx="${3000 + at * 550}" cy="4000" r="200"/>`)}</g>
<g id="row_x003A__x0020_2">${row(4, (at) => `<path class="fil0" d="M${2800 + at * 550} 4600c0,-110 90,-200 200,-200 110,0 200,90 200,200 0,110 -90,200 -200,200 -110,0 -200,-90 -200,-200z"/>`)}</g></g>`),
    places: stalls,
  },
  {
    program: 'Affinity Designer',
    svg: affinity(`<g transform="matrix(1,0,0,1,-1200,-300)"><g id="Hall" transform="matrix(1,0,0,1,1200,300)"><g id="section:-Stalls" serif:id="section: Stalls"><g id="row:-1" serif:id="row: 1">${row(5, (at) => `<g transform="matrix(0.8,0,0,0.8,${at * 40},20)"><circle cx="300" cy="200" r="15" style="fill:rgb(227,6,19);"/></g>`)}</g>
<g id="row:-2" serif:id="row: 2">${row(4, (at) => `<path d="${ring(240 + at * 40, 240, 12)}" style="fill:rgb(227,6,19);"/>`)}</g></g>
<g id="section:-Left-balcony" serif:id="section: Left balcony"><g id="row:-11" serif:id="row: 1">${row(3, (at) => `<rect x="${900 + at * 40}" y="200" width="24" height="24" style="fill:rgb(0,102,204);"/>`)}</g></g></g></g>`),
    places: { Stalls: 9, 'Left balcony': 3 },
  },
  {
    program: 'Figma',
    svg: `<svg width="480" height="320" viewBox="0 0 480 320" fill="none" ${svg}><g id="Frame 1" clip-path="url(#clip0_1_2)"><rect width="480" height="320" fill="white"/><rect id="stage" x="140" y="10" width="200" height="30" fill="#D9D9D9"/>
<g id="section: Stalls"><g id="row: 1">${row(5, (at) => `<circle id="seat: ${at + 1}" cx="${100 + at * 24}" cy="80" r="8" fill="#E30613"/>`)}</g><g id="row: 2">${row(4, (at) => `<circle id="seat: ${at + 1}_2" cx="${100 + at * 24}" cy="104" r="8" transform="rotate(-90 ${100 + at * 24} 104)" fill="#E30613"/>`)}</g></g></g>
<defs><clipPath id="clip0_1_2"><rect width="480" height="320" fill="white"/></clipPath></defs></svg>`,
    places: stalls,
  },
  {
    program: 'Sketch, where outlines repeat their shape',
    svg: `<?xml version="1.0" encoding="UTF-8"?><svg width="480px" height="320px" viewBox="0 0 480 320" version="1.1" ${svg} ${xlink}>
<!-- Generator: Sketch 101 (115303) - https://sketch.com --><title>Hall</title><desc>Created with Sketch.</desc><defs>${row(4, (at) => `<circle id="path-${at}" cx="${110 + at * 24}" cy="104" r="8"></circle>`)}</defs>
<g id="Page-1" stroke="none" stroke-width="1" fill="none" fill-rule="evenodd"><g id="section:-Left-stalls" transform="translate(20.000000, 30.000000)"><g id="row:-1" fill="#E30613">${row(5, (at) => `<circle id="Oval" cx="${110 + at * 24}" cy="80" r="8"></circle>`)}</g>
<g id="row:-2">${row(4, (at) => `<g id="Oval"><use fill="#E30613" fill-rule="evenodd" xlink:href="#path-${at}"></use><circle stroke="#979797" stroke-width="1" cx="${110 + at * 24}" cy="104" r="7.5"></circle></g>`)}</g></g></g></svg>`,
    places: { 'Left stalls': 9 },
    leftOut: ['seat-on-seat'],
  },
  {
    program: 'Boxy SVG',
    svg: `<?xml version="1.0" encoding="utf-8"?><svg viewBox="0 0 500 500" ${svg} xmlns:bx="https://boxy-svg.com"><defs><bx:grid x="0" y="0" width="50" height="50"/></defs>
<g transform="matrix(1, 0, 0, 1, 24, 12)" bx:origin="0.5 0.5"><title>section: Stalls</title><g><title>row: 1</title>${row(5, (at) => `<ellipse style="fill: rgb(216, 216, 216); stroke: rgb(0, 0, 0);" cx="${60 + at * 22}" cy="60" rx="7" ry="7"/>`)}</g>
<g style="transform-origin: 90px 90px;" transform="matrix(0.999848, -0.017452, 0.017452, 0.999848, 0, 0)"><title>row: 2</title>${row(4, (at) => `<path d="M ${53 + at * 22} 83 H ${67 + at * 22} V 97 H ${53 + at * 22} Z" style="fill: rgb(216, 216, 216);" bx:shape="rect ${53 + at * 22} 83 14 14 1@deadbeef"/>`)}</g></g></svg>`,
    places: stalls,
  },
  {
    program: 'LibreOffice Draw',
    svg: `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.2" width="210mm" height="297mm" viewBox="0 0 21000 29700" preserveAspectRatio="xMidYMid" fill-rule="evenodd" stroke-width="28.222" stroke-linejoin="round" ${svg} xmlns:ooo="http://xml.openoffice.org/svg/export" ${xlink} xmlns:presentation="http://sun.com/xmlns/staroffice/presentation" xml:space="preserve">
<defs class="ClipPathGroup"><clipPath id="presentation_clip_path" clipPathUnits="userSpaceOnUse"><rect x="0" y="0" width="21000" height="29700"/></clipPath></defs><defs class="TextShapeIndex"><g ooo:slide="id1" ooo:id-list="id3 id4"/></defs>
<g class="DummySlide"/><g class="SlideGroup"><g><g id="container-id1"><g id="id1" class="Slide" clip-path="url(#presentation_clip_path)"><g class="Page">
<g class="Group"><title>section: Stalls</title><g class="Group"><title>row: 1</title>${row(5, (at) => officeSeat(3000 + at * 550, 4000, at + 3))}</g><g class="Group"><title>row: 2</title>${row(4, (at) => officeSeat(3000 + at * 550, 4600, at + 13))}</g></g></g></g></g></g></g></svg>`,
    places: stalls,
    leftOut: ['unpainted', 'seat-on-seat'],
  },
  {
    program: 'AutoCAD by a converter: upside down, blocks',
    svg: `<?xml version="1.0"?><svg ${svg} ${xlink} width="420mm" height="297mm" viewBox="0 0 420000 297000"><defs><g id="CHAIR"><path d="M-220,-220L220,-220L220,220L-220,220Z" fill="none" stroke="#000000" vector-effect="non-scaling-stroke"/></g></defs>
<g transform="matrix(1 0 0 -1 0 297000)" stroke="#000000" fill="none"><g id="SECTION_STALLS"><g id="ROW_1">${row(5, (at) => `<use xlink:href="#CHAIR" transform="matrix(1 0 0 1 ${20_000 + at * 550} 90000)"/>`)}</g><g id="ROW_2">${row(4, (at) => `<use xlink:href="#CHAIR" transform="translate(${20_000 + at * 550} 89100) rotate(3)"/>`)}</g></g></g></svg>`,
    places: { STALLS: 9 },
  },
  {
    program: 'QCAD',
    svg: `<?xml version="1.0" encoding="UTF-8"?><!-- Exported from QCAD --><svg ${svg} xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" version="1.1" width="297mm" height="210mm" viewBox="0 -210 297 210"><g transform="scale(1,-1)" style="fill:none;stroke:#000000;stroke-width:0.25">
<g inkscape:groupmode="layer" inkscape:label="section: Stalls"><g inkscape:label="row: 1">${row(5, (at) => `<path d="M${22 + at * 6},150 A2,2 0 0,1 ${18 + at * 6},150 A2,2 0 0,1 ${22 + at * 6},150 Z"/>`)}</g><g inkscape:label="row: 2">${row(4, (at) => `<circle cx="${20 + at * 6}" cy="144" r="2"/>`)}</g></g></g></svg>`,
    places: stalls,
  },
  {
    program: 'draw.io, with words as pages',
    svg: `<svg ${svg} ${xlink} version="1.1" width="241px" height="121px" viewBox="-0.5 -0.5 241 121" content="&lt;mxfile host=&quot;app.diagrams.net&quot;&gt;&lt;/mxfile&gt;"><defs/><g><g data-cell-id="0"><g data-cell-id="1"><g data-cell-id="section: Stalls"><g data-cell-id="row: 1">${row(5, (at) => `<g data-cell-id="c${at}"><g><ellipse cx="${30 + at * 30}" cy="20" rx="10" ry="10" fill="#ffffff" stroke="#000000" pointer-events="all"/></g><g><g transform="translate(-0.5 -0.5)"><switch><foreignObject style="overflow: visible; text-align: left;" pointer-events="none" width="100%" height="100%" requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility"><div xmlns="http://www.w3.org/1999/xhtml" style="display: flex;"><div>${at + 1}</div></div></foreignObject><text x="${30 + at * 30}" y="24" fill="#000000">${at + 1}</text></switch></g></g></g>`)}</g>
<g data-cell-id="row: 2">${row(4, (at) => `<g data-cell-id="d${at}"><g><rect x="${20 + at * 30}" y="50" width="20" height="20" fill="#ffffff" stroke="#000000" pointer-events="all"/></g></g>`)}</g></g></g></g></g></svg>`,
    places: stalls,
  },
  {
    program: 'Visio',
    svg: `<?xml version="1.0" encoding="UTF-8" standalone="no"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Generated by Microsoft Visio, SVG Export hall.svg Page-1 --><svg ${svg} ${xlink} xmlns:v="http://schemas.microsoft.com/visio/2003/SVGExtensions/" width="5in" height="4in" viewBox="0 0 360 288" xml:space="preserve" color-interpolation-filters="sRGB" class="st3">
<v:documentProperties v:langID="1033" v:viewMarkup="false"/><style type="text/css"><![CDATA[ .st1 {fill:#5b9bd5;stroke:#c8c8c8;stroke-width:0.25} .st3 {fill:none;fill-rule:evenodd;font-size:12px;overflow:visible;stroke-linecap:square} ]]></style>
<g v:mID="0" v:index="1" v:groupContext="foregroundPage"><title>Page-1</title><v:pageProperties v:drawingScale="0.0393701"/><g id="group1-1" transform="translate(36,-200)" v:mID="1" v:groupContext="group"><title>section: Stalls</title><g id="group2-2" v:groupContext="group"><title>row: 1</title>${row(5, (at) => `<g id="shape${at}-3" v:mID="${at}" v:groupContext="shape" transform="translate(${at * 18},0)"><title>Circle.${at}</title><path d="M0 281.5 A6.5 6.5 0 0 1 13 281.5 A6.5 6.5 0 1 1 0 281.5 Z" class="st1"/></g>`)}</g>
<g id="group9-9" v:groupContext="group"><title>row: 2</title>${row(4, (at) => `<g id="shape1${at}-3" v:groupContext="shape" transform="translate(${at * 18},-20)"><title>Square.${at}</title><rect x="0" y="275" width="13" height="13" class="st1"/></g>`)}</g></g></g></svg>`,
    places: stalls,
  },
  {
    program: 'SVG-edit',
    svg: `<svg width="640" height="480" ${svg} xmlns:se="http://svg-edit.googlecode.com"><!-- Created with SVG-edit --><g class="layer"><title>Layer 1</title><rect fill="#ccc" height="40" id="svg_1" stroke="#000" width="300" x="100" y="20"/></g>
<g class="layer"><title>section: Stalls</title><g id="svg_2"><title>row: 1</title>${row(5, (at) => `<ellipse cx="${120 + at * 24}" cy="120" fill="#FF0000" id="svg_1${at}" rx="8" ry="8" stroke="#000000"/>`)}</g><g id="svg_3"><title>row: 2</title>${row(4, (at) => `<circle cx="${120 + at * 24}" cy="144" fill="#FF0000" id="svg_2${at}" r="8"><title>Row 2 seat ${at + 1}</title></circle>`)}</g></g></svg>`,
    places: stalls,
  },
  {
    program: 'Penpot, where fill and outline are two shapes',
    svg: `<svg ${svg} ${xlink} width="400" height="300" viewBox="0 0 400 300" fill="none" style="width: 400px; height: 300px;" version="1.1"><g id="shape-1" data-testid="section: Stalls" rx="0" ry="0" style="fill: rgb(0, 0, 0);"><g id="shape-2" data-testid="row: 1">${row(5, (at) => `<g id="shape-3${at}" data-testid="Ellipse"><g class="fills" id="fills-3${at}"><ellipse cx="${50 + at * 24}" cy="50" rx="8" ry="8" transform="matrix(1,0,0,1,0,0)" style="fill: rgb(227, 6, 19); fill-opacity: 1;"/></g><g id="strokes-3${at}" class="strokes"><g class="stroke-shape"><ellipse cx="${50 + at * 24}" cy="50" rx="8" ry="8" style="fill: none; stroke-width: 1; stroke: rgb(0, 0, 0);"/></g></g></g>`)}</g>
<g id="shape-4" data-testid="row: 2">${row(4, (at) => `<g id="shape-5${at}" data-testid="Rectangle"><g class="fills"><rect x="${42 + at * 24}" y="66" width="16" height="16" style="fill: rgb(227, 6, 19);"/></g></g>`)}</g></g></svg>`,
    places: stalls,
    leftOut: ['seat-on-seat'],
  },
  {
    program: 'Linearity Curve',
    svg: `<?xml version="1.0" encoding="utf-8"?><!-- Created with Vectornator (http://vectornator.io/) --><svg height="100%" stroke-miterlimit="10" style="fill-rule:nonzero;clip-rule:evenodd;" version="1.1" viewBox="0 0 1024 768" width="100%" xml:space="preserve" ${svg} xmlns:vectornator="http://vectornator.io"><defs/>
<g id="Layer-1" vectornator:layerName="section: Stalls"><g opacity="1" vectornator:layerName="row: 1">${row(5, (at) => `<path d="M${100 + at * 30} 100C${100 + at * 30} 94.5 104.5 90 110 90C115.5 90 ${120 + at * 30} 94.5 ${120 + at * 30} 100C${120 + at * 30} 105.5 115.5 110 110 110C104.5 110 ${100 + at * 30} 105.5 ${100 + at * 30} 100Z" fill="#e30613" opacity="1"/>`)}</g><g opacity="1" vectornator:layerName="row: 2">${row(4, (at) => `<rect x="${100 + at * 30}" y="130" width="20" height="20" fill="#e30613"/>`)}</g></g>
<g id="Layer-2" vectornator:layerName="section: Draft" visibility="hidden"><g vectornator:layerName="row: 1">${row(2, (at) => `<rect x="${at * 30}" y="300" width="20" height="20"/>`)}</g></g></svg>`,
    places: stalls,
    leftOut: ['hidden'],
  },
  {
    program: 'a generator of seat plans, with data of each seat and words beside it',
    svg: `<svg ${svg} viewBox="0 0 600 400"><rect data-shape="stage" x="200" width="200" height="40"/><g class="zone" data-section="Stalls" data-zone="a" transform="translate(80 90)"><g class="row" data-row="1" transform="translate(0 0)"><text x="-20" class="row-label">1</text>${row(5, (at) => `<g class="seat" transform="translate(${at * 25} 0)"><circle r="10" data-seat="${at + 1}" fill="#7cb342"/><text text-anchor="middle">${at + 1}</text></g>`)}</g><g class="row" data-row="2" transform="translate(0 25)">${row(4, (at) => `<circle r="10" cx="${at * 25}" data-seat="${at + 1}" fill="#7cb342"/>`)}</g></g>
<g class="zone" data-section="Floor" data-capacity="250"><rect x="80" y="200" width="300" height="120"/></g></svg>`,
    places: { Stalls: 9, Floor: 250 },
  },
  {
    program: 'an optimiser of drawings',
    svg: `<svg ${svg} width="480" height="320"><path fill="#D9D9D9" d="M140 10h200v30H140z" data-shape="stage"/><g id="section: Stalls" fill="#E30613"><g id="row: 1">${row(5, (at) => `<path d="M${92 + at * 24} 80a8 8 0 1 0 16 0 8 8 0 1 0-16 0"/>`)}</g><g id="row: 2">${row(4, (at) => `<path d="M${92 + at * 24} 96h16v16h-16z"/>`)}</g></g></svg>`,
    places: stalls,
  },
]
