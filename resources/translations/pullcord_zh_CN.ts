<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Pullcord::AboutDialog</name>
    <message>
        <source>About Pullcord</source>
        <translation>关于 Pullcord</translation>
    </message>
    <message>
        <source>&lt;h2&gt;Pullcord %1&lt;/h2&gt;&lt;p&gt;A desktop inspector for the Model Context Protocol.&lt;/p&gt;&lt;p&gt;Copyright 2026 The Pullcord Authors. Licensed under the Apache License 2.0.&lt;/p&gt;&lt;p&gt;Built on Qt %2 (LGPL 3), simdjson (Apache 2.0), toml++ and yaml-cpp (MIT), with icons from Lucide (ISC).&lt;/p&gt;</source>
        <translation>&lt;h2&gt;Pullcord %1&lt;/h2&gt;&lt;p&gt;Model Context Protocol 的桌面检查工具。&lt;/p&gt;&lt;p&gt;版权所有 2026 The Pullcord Authors。依据 Apache License 2.0 授权。&lt;/p&gt;&lt;p&gt;基于 Qt %2 (LGPL 3)、simdjson (Apache 2.0)、toml++ 和 yaml-cpp (MIT) 构建，图标来自 Lucide (ISC)。&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>Pullcord::AboutPanel</name>
    <message>
        <source>Description by the server</source>
        <translation>服务器对它的说明</translation>
    </message>
    <message>
        <source>Definition, as it was on the wire</source>
        <translation>它的定义，按实际传输的原样</translation>
    </message>
</context>
<context>
    <name>Pullcord::Actions</name>
    <message>
        <source>&amp;Get Prompt</source>
        <translation>获取提示(&amp;G)</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>tool tip and shortcut</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;New Window</source>
        <translation>新建窗口(&amp;N)</translation>
    </message>
    <message>
        <source>Open another window</source>
        <translation>再打开一个窗口</translation>
    </message>
    <message>
        <source>&amp;Connect…</source>
        <translation>连接(&amp;C)…</translation>
    </message>
    <message>
        <source>Start a server, or connect to one by its URL</source>
        <translation>启动一个服务器，或通过 URL 连接服务器</translation>
    </message>
    <message>
        <source>Connect to &amp;Demo Server</source>
        <translation>连接到演示服务器(&amp;D)</translation>
    </message>
    <message>
        <source>Connect to the included demo server, which misbehaves on demand</source>
        <translation>连接到附带的演示服务器，它可按要求出错</translation>
    </message>
    <message>
        <source>&amp;Open Capture…</source>
        <translation>打开捕获文件(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a capture, or a log of another program</source>
        <translation>打开捕获文件或其他程序的日志</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Export the conversation to a file</source>
        <translation>把对话导出到文件</translation>
    </message>
    <message>
        <source>Export &amp;Selection…</source>
        <translation>导出所选内容(&amp;S)…</translation>
    </message>
    <message>
        <source>Export the selection to a file</source>
        <translation>把所选内容导出到文件</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>Stop reading or writing a file</source>
        <translation>停止读取或写入文件</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>首选项(&amp;P)…</translation>
    </message>
    <message>
        <source>Change how Pullcord works</source>
        <translation>更改 Pullcord 的工作方式</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Quit and stop all servers</source>
        <translation>退出并停止所有服务器</translation>
    </message>
    <message>
        <source>&amp;Disconnect</source>
        <translation>断开连接(&amp;D)</translation>
    </message>
    <message>
        <source>Disconnect from the server; the capture stays open</source>
        <translation>断开与服务器的连接；捕获文件保持打开</translation>
    </message>
    <message>
        <source>&amp;Reconnect</source>
        <translation>重新连接(&amp;R)</translation>
    </message>
    <message>
        <source>Sav&amp;e Server…</source>
        <translation>保存服务器(&amp;E)…</translation>
    </message>
    <message>
        <source>Save this server under a name</source>
        <translation>以一个名称把此服务器保留在列表中</translation>
    </message>
    <message>
        <source>&amp;Import Servers…</source>
        <translation>导入服务器(&amp;I)…</translation>
    </message>
    <message>
        <source>Import servers from the configuration of another tool</source>
        <translation>从其他工具的配置中导入服务器</translation>
    </message>
    <message>
        <source>E&amp;xport Saved Servers…</source>
        <translation>导出已保存的服务器(&amp;X)…</translation>
    </message>
    <message>
        <source>Export the saved servers as a configuration for other tools</source>
        <translation>把已保存的服务器导出为其他工具的配置</translation>
    </message>
    <message>
        <source>Re&amp;fresh Lists</source>
        <translation>刷新列表(&amp;F)</translation>
    </message>
    <message>
        <source>Reload all lists from the server, ignoring the cache</source>
        <translation>忽略缓存，重新从服务器加载所有列表</translation>
    </message>
    <message>
        <source>Request the selected item from the server</source>
        <translation>向服务器请求所选的内容</translation>
    </message>
    <message>
        <source>&amp;Watch Resource</source>
        <translation>监视资源(&amp;W)</translation>
    </message>
    <message>
        <source>Subscribe to changes of this resource</source>
        <translation>订阅此资源的变更</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>&amp;Call Tool</source>
        <translation>调用工具(&amp;C)</translation>
    </message>
    <message>
        <source>Call the tool with these arguments</source>
        <translation>用这些参数调用工具</translation>
    </message>
    <message>
        <source>&amp;Tasks…</source>
        <translation>任务(&amp;T)…</translation>
    </message>
    <message>
        <source>Show the tasks of the server</source>
        <translation>显示服务器的任务</translation>
    </message>
    <message>
        <source>&amp;Answering…</source>
        <translation>回答方式(&amp;A)…</translation>
    </message>
    <message>
        <source>Choose how to answer questions from this server</source>
        <translation>如何处理此服务器提出的问题</translation>
    </message>
    <message>
        <source>&amp;Call Anyway</source>
        <translation>仍然调用(&amp;C)</translation>
    </message>
    <message>
        <source>Call the tool although the arguments do not match its schema</source>
        <translation>用这些参数调用工具，尽管其 Schema 要求的是别的参数</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Cancel the selected requests with the given reason</source>
        <translation>以所填的原因取消选中的请求</translation>
    </message>
    <message>
        <source>Cancel &amp;All</source>
        <translation>全部取消(&amp;A)</translation>
    </message>
    <message>
        <source>Cancel all requests in flight, except subscriptions, with the given reason</source>
        <translation>以所填的原因取消所有进行中的请求，但不包括订阅</translation>
    </message>
    <message>
        <source>A&amp;nswer…</source>
        <translation>回答(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Resend</source>
        <translation>重新发送(&amp;R)</translation>
    </message>
    <message>
        <source>Send the selected request again, with a new id</source>
        <translation>用新的 id 再次发送选中的请求</translation>
    </message>
    <message>
        <source>E&amp;dit and Resend…</source>
        <translation>编辑并重新发送(&amp;D)…</translation>
    </message>
    <message>
        <source>Edit the selected message, then send it again</source>
        <translation>编辑选中的消息，然后再次发送</translation>
    </message>
    <message>
        <source>&amp;Send Message…</source>
        <translation>发送消息(&amp;S)…</translation>
    </message>
    <message>
        <source>Type any message, valid or not, and send it unchanged</source>
        <translation>输入任意消息，无论对错，原样发送</translation>
    </message>
    <message>
        <source>Copy the selected rows as text</source>
        <translation>把选中的行复制为文本</translation>
    </message>
    <message>
        <source>Copy &amp;Id</source>
        <translation>复制 id(&amp;I)</translation>
    </message>
    <message>
        <source>Copy the ids of the selected requests</source>
        <translation>复制选中请求的 id</translation>
    </message>
    <message>
        <source>Copy &amp;JSON</source>
        <translation>复制 JSON(&amp;J)</translation>
    </message>
    <message>
        <source>Copy the selection as it was on the wire</source>
        <translation>按实际传输的原样复制所选内容</translation>
    </message>
    <message>
        <source>Copy as pullcord-c&amp;li Command</source>
        <translation>复制为 pullcord-cli 命令(&amp;L)</translation>
    </message>
    <message>
        <source>Copy a command that sends the same request; secrets are masked</source>
        <translation>复制发出同样请求的命令行；其中的机密会被遮盖</translation>
    </message>
    <message>
        <source>Copy as c&amp;URL Command</source>
        <translation>复制为 cURL 命令(&amp;U)</translation>
    </message>
    <message>
        <source>Copy a command that sends the same HTTP request; secrets are masked</source>
        <translation>复制发送同样 HTTP 请求的命令行；其中的机密会被遮盖</translation>
    </message>
    <message>
        <source>Compare the two selected rows, or the selected row with the next one that you choose</source>
        <translation>比较选中的两行，或将选中的一行与接下来选择的另一行比较</translation>
    </message>
    <message>
        <source>Show in &amp;Messages</source>
        <translation>在消息中显示(&amp;M)</translation>
    </message>
    <message>
        <source>Go to the messages of this request</source>
        <translation>转到此请求的消息</translation>
    </message>
    <message>
        <source>Show in Re&amp;quests</source>
        <translation>在请求中显示(&amp;Q)</translation>
    </message>
    <message>
        <source>Go to the request of this message</source>
        <translation>转到此消息所属的请求</translation>
    </message>
    <message>
        <source>&amp;Server Panel</source>
        <translation>服务器面板(&amp;S)</translation>
    </message>
    <message>
        <source>Show the tools, prompts and resources of the server, and the call panel</source>
        <translation>显示服务器的工具、提示和资源，以及调用面板</translation>
    </message>
    <message>
        <source>&amp;Messages and Server Output</source>
        <translation>消息和服务器输出(&amp;M)</translation>
    </message>
    <message>
        <source>Show the messages, and the standard error of the server</source>
        <translation>显示消息以及服务器的标准错误</translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation>详情(&amp;D)</translation>
    </message>
    <message>
        <source>Show the selected message in full</source>
        <translation>完整显示选中的消息</translation>
    </message>
    <message>
        <source>&amp;Group Related Requests</source>
        <translation>归组相关请求(&amp;G)</translation>
    </message>
    <message>
        <source>Show follow-up requests, task polls and questions under the call they belong to</source>
        <translation>把后续请求、任务查询和问题显示在其所属的调用之下</translation>
    </message>
    <message>
        <source>Command &amp;Palette…</source>
        <translation>命令面板(&amp;P)…</translation>
    </message>
    <message>
        <source>Find commands, tools, servers and guide pages by typing</source>
        <translation>通过输入来查找命令、工具、服务器或指南的页面</translation>
    </message>
    <message>
        <source>Search the tools, prompts and resources of the server</source>
        <translation>搜索服务器的工具、提示和资源</translation>
    </message>
    <message>
        <source>&amp;Filter…</source>
        <translation>筛选(&amp;F)…</translation>
    </message>
    <message>
        <source>Filter the current table</source>
        <translation>筛选当前表格</translation>
    </message>
    <message>
        <source>Find text in Details (also Ctrl+F inside the panel)</source>
        <translation>在“详情”中查找文字；在那里按 Ctrl+F 也可以</translation>
    </message>
    <message>
        <source>Find &amp;Next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Go to the next match in Details</source>
        <translation>转到“详情”中的下一处匹配</translation>
    </message>
    <message>
        <source>Go to the previous match in Details</source>
        <translation>转到“详情”中的上一处匹配</translation>
    </message>
    <message>
        <source>User &amp;Guide</source>
        <translation>用户指南(&amp;G)</translation>
    </message>
    <message>
        <source>Show the guide page about the focused item</source>
        <translation>显示指南中与当前焦点有关的页面</translation>
    </message>
    <message>
        <source>&amp;About Pullcord</source>
        <translation>关于 Pullcord(&amp;A)</translation>
    </message>
    <message>
        <source>Show the version and the licenses</source>
        <translation>显示版本和许可证</translation>
    </message>
    <message>
        <source>Read Res&amp;ource</source>
        <translation>读取资源(&amp;O)</translation>
    </message>
    <message>
        <source>Copy Ro&amp;ws</source>
        <translation>复制行(&amp;W)</translation>
    </message>
    <message>
        <source>Com&amp;pare With…</source>
        <translation>比较(&amp;P)…</translation>
    </message>
    <message>
        <source>S&amp;earch the Server…</source>
        <translation>搜索服务器(&amp;E)…</translation>
    </message>
    <message>
        <source>F&amp;ind in Details…</source>
        <translation>在详情中查找(&amp;I)…</translation>
    </message>
    <message>
        <source>Find Pre&amp;vious</source>
        <translation>查找上一个(&amp;V)</translation>
    </message>
    <message>
        <source>Take the &amp;Tour</source>
        <translation>导览(&amp;T)</translation>
    </message>
    <message>
        <source>Learn in three steps how to cancel a request</source>
        <translation>用三步了解如何取消请求</translation>
    </message>
    <message>
        <source>Re&amp;start</source>
        <translation>重启(&amp;S)</translation>
    </message>
    <message>
        <source>Stop the server, then connect to it again in the same capture</source>
        <translation>停止服务器，然后在同一捕获文件中重新连接</translation>
    </message>
    <message>
        <source>Co&amp;py Command or URL</source>
        <translation>复制命令或 URL(&amp;P)</translation>
    </message>
    <message>
        <source>Copy the command or URL of this server; secrets are masked</source>
        <translation>复制启动此服务器的命令或访问它的地址；其中的机密已遮盖</translation>
    </message>
    <message>
        <source>New Ta&amp;b</source>
        <translation>新建标签页(&amp;B)</translation>
    </message>
    <message>
        <source>Open a tab for another server or file</source>
        <translation>打开一个标签页，用于另一个服务器或文件</translation>
    </message>
    <message>
        <source>D&amp;uplicate Tab</source>
        <translation>复制标签页(&amp;U)</translation>
    </message>
    <message>
        <source>Connect to the same server again, or open the same file, in a new tab</source>
        <translation>在新的标签页中再次连接同一服务器，或打开同一文件</translation>
    </message>
    <message>
        <source>C&amp;lose Tab</source>
        <translation>关闭标签页(&amp;L)</translation>
    </message>
    <message>
        <source>Close this conversation; closing the last tab returns to the start page</source>
        <translation>关闭此对话；关闭最后一个标签页时回到开始页</translation>
    </message>
    <message>
        <source>Close Ot&amp;her Tabs</source>
        <translation>关闭其他标签页(&amp;H)</translation>
    </message>
    <message>
        <source>Close all other conversations in this window</source>
        <translation>关闭此窗口中的所有其他对话</translation>
    </message>
    <message>
        <source>Ne&amp;xt Tab</source>
        <translation>下一个标签页(&amp;X)</translation>
    </message>
    <message>
        <source>Go to the tab on the right</source>
        <translation>转到右侧的标签页</translation>
    </message>
    <message>
        <source>P&amp;revious Tab</source>
        <translation>上一个标签页(&amp;R)</translation>
    </message>
    <message>
        <source>Go to the tab on the left</source>
        <translation>转到左侧的标签页</translation>
    </message>
    <message>
        <source>Move &amp;Tab Right</source>
        <translation>右移标签页(&amp;T)</translation>
    </message>
    <message>
        <source>Move this tab to the right</source>
        <translation>把此标签页移到右侧</translation>
    </message>
    <message>
        <source>Move T&amp;ab Left</source>
        <translation>左移标签页(&amp;A)</translation>
    </message>
    <message>
        <source>Move this tab to the left</source>
        <translation>把此标签页移到左侧</translation>
    </message>
    <message>
        <source>Sort by This C&amp;olumn</source>
        <translation>按此列排序(&amp;O)</translation>
    </message>
    <message>
        <source>Sort by the column of the current cell: ascending, then descending, then in order of arrival</source>
        <translation>按当前单元格所在的列排序：升序、降序、到达顺序</translation>
    </message>
    <message>
        <source>Restore the original order</source>
        <translation>恢复原来的顺序</translation>
    </message>
    <message>
        <source>Order of Arriva&amp;l</source>
        <translation>到达顺序(&amp;L)</translation>
    </message>
    <message>
        <source>Reopen the last closed tab, without starting a server</source>
        <translation>重新打开最后关闭的标签页，不启动服务器</translation>
    </message>
    <message>
        <source>Reopen &amp;Windows and Tabs</source>
        <translation>重新打开上次的窗口和标签页(&amp;W)</translation>
    </message>
    <message>
        <source>Reopen the windows and tabs of the last run, without starting a server</source>
        <translation>重新打开 Pullcord 上次结束时的窗口和标签页，不启动服务器</translation>
    </message>
    <message>
        <source>Reopen Closed Tab</source>
        <translation>重新打开关闭的标签页</translation>
    </message>
    <message>
        <source>Answer the server&apos;s questions, starting with the selected request</source>
        <translation>回答服务器提出的问题，选中的请求优先</translation>
    </message>
    <message>
        <source>C&amp;olor</source>
        <translation>颜色(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>固定(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Note…</source>
        <translation>备注(&amp;N)…</translation>
    </message>
    <message>
        <source>Write a note on the selected rows</source>
        <translation>为选中的行写备注</translation>
    </message>
    <message>
        <source>Mark the selected rows with this color</source>
        <translation>用此颜色标记选中的行</translation>
    </message>
    <message>
        <source>&amp;Red</source>
        <translation>红(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Orange</source>
        <translation>橙(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Yellow</source>
        <translation>黄(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Green</source>
        <translation>绿(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Blue</source>
        <translation>蓝(&amp;B)</translation>
    </message>
    <message>
        <source>P&amp;urple</source>
        <translation>紫(&amp;U)</translation>
    </message>
    <message>
        <source>No &amp;Color</source>
        <translation>无颜色(&amp;C)</translation>
    </message>
    <message>
        <source>Remove the color from the selected rows</source>
        <translation>去掉选中行的颜色</translation>
    </message>
    <message>
        <source>Remove &amp;All Marks</source>
        <translation>移除所有标记(&amp;A)</translation>
    </message>
    <message>
        <source>Remove pin, color and note from the selected rows</source>
        <translation>去掉选中行的固定、颜色和备注</translation>
    </message>
    <message>
        <source>Color Ru&amp;les…</source>
        <translation>着色规则(&amp;L)…</translation>
    </message>
    <message>
        <source>Color rows by filters</source>
        <translation>用筛选条件选择给哪些行着色</translation>
    </message>
    <message>
        <source>&amp;Hide Noise</source>
        <translation>隐藏噪声(&amp;H)</translation>
    </message>
    <message>
        <source>Hide pings, progress and log messages, except failures</source>
        <translation>不在表格中显示 ping、进度和日志消息，出错的除外</translation>
    </message>
    <message>
        <source>Hide these when Hide Noise is on</source>
        <translation>隐藏噪声时不显示这一类</translation>
    </message>
    <message>
        <source>Treat Pings as Noise</source>
        <translation>将 Ping 视为噪声</translation>
    </message>
    <message>
        <source>Treat Progress as Noise</source>
        <translation>将进度视为噪声</translation>
    </message>
    <message>
        <source>Treat Log Messages as Noise</source>
        <translation>将日志消息视为噪声</translation>
    </message>
    <message>
        <source>Keep the selected rows visible below the column titles</source>
        <translation>让选中的行固定显示在表格的列标题下方</translation>
    </message>
    <message>
        <source>Show the size of the kept captures, and offer to delete the oldest if it exceeds the limit</source>
        <translation>查看保留的捕获文件占用多少空间，超过限额时提议删除最旧的</translation>
    </message>
    <message>
        <source>Cle&amp;ar Old Captures…</source>
        <translation>清理旧的捕获文件(&amp;A)…</translation>
    </message>
    <message>
        <source>Connect to the server again, in the same capture if it is still recorded</source>
        <translation>再次连接服务器；若其捕获文件仍在录制，则在其中继续</translation>
    </message>
    <message>
        <source>&amp;Requests</source>
        <translation>请求(&amp;R)</translation>
    </message>
    <message>
        <source>Requests from either side</source>
        <translation>任一方的请求</translation>
    </message>
    <message>
        <source>&amp;Messages</source>
        <translation>消息(&amp;M)</translation>
    </message>
    <message>
        <source>Messages on the wire</source>
        <translation>线路上传输的消息</translation>
    </message>
    <message>
        <source>Server &amp;Log</source>
        <translation>服务器日志(&amp;L)</translation>
    </message>
    <message>
        <source>Log messages from the server</source>
        <translation>服务器在消息中记录的日志</translation>
    </message>
    <message>
        <source>Server &amp;Output</source>
        <translation>服务器输出(&amp;O)</translation>
    </message>
    <message>
        <source>Standard error of the server</source>
        <translation>服务器写到标准错误的内容</translation>
    </message>
    <message>
        <source>Timeli&amp;ne</source>
        <translation>时间线(&amp;N)</translation>
    </message>
    <message>
        <source>Requests over time</source>
        <translation>随时间排列的请求</translation>
    </message>
    <message>
        <source>&amp;Statistics</source>
        <translation>统计(&amp;S)</translation>
    </message>
    <message>
        <source>Statistics for each method and tool</source>
        <translation>每个方法和工具的统计</translation>
    </message>
    <message>
        <source>R&amp;esult</source>
        <translation>结果(&amp;E)</translation>
    </message>
    <message>
        <source>Details: the content of the response</source>
        <translation>详情：响应的内容</translation>
    </message>
    <message>
        <source>&amp;Pretty</source>
        <comment>indented JSON</comment>
        <translation>格式化(&amp;P)</translation>
    </message>
    <message>
        <source>Details: the message, indented</source>
        <translation>详情：带缩进的消息</translation>
    </message>
    <message>
        <source>&amp;Tree</source>
        <translation>树(&amp;T)</translation>
    </message>
    <message>
        <source>Details: the message as a tree</source>
        <translation>详情：以树显示的消息</translation>
    </message>
    <message>
        <source>R&amp;aw</source>
        <comment>bytes as they were</comment>
        <translation>原始(&amp;A)</translation>
    </message>
    <message>
        <source>Details: the bytes on the wire</source>
        <translation>详情：线路上的原样字节</translation>
    </message>
    <message>
        <source>&amp;Facts</source>
        <comment>about a request</comment>
        <translation>信息(&amp;F)</translation>
    </message>
    <message>
        <source>Details: timing, progress and metadata</source>
        <translation>详情：计时、进度和元数据</translation>
    </message>
    <message>
        <source>S&amp;chema</source>
        <translation>Schema(&amp;C)</translation>
    </message>
    <message>
        <source>Details: schema validation</source>
        <translation>详情：Schema 校验</translation>
    </message>
    <message>
        <source>&amp;HTTP</source>
        <translation>HTTP(&amp;H)</translation>
    </message>
    <message>
        <source>Details: the HTTP exchange</source>
        <translation>详情：与之相关的 HTTP</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom in on the timeline</source>
        <translation>放大时间线</translation>
    </message>
    <message>
        <source>Zoom O&amp;ut</source>
        <translation>缩小(&amp;U)</translation>
    </message>
    <message>
        <source>Zoom out of the timeline</source>
        <translation>缩小时间线</translation>
    </message>
    <message>
        <source>&amp;Whole Time</source>
        <translation>全部时间(&amp;W)</translation>
    </message>
    <message>
        <source>Show the whole timeline, and follow it as it grows</source>
        <translation>显示整个时间线，并随其增长</translation>
    </message>
    <message>
        <source>Fol&amp;d Idle Time</source>
        <translation>折叠空闲时间(&amp;D)</translation>
    </message>
    <message>
        <source>Collapse the periods without events</source>
        <translation>在时间线中折叠没有事件的时段</translation>
    </message>
    <message>
        <source>&amp;Get Prompt Anyway</source>
        <translation>仍要获取提示(&amp;G)</translation>
    </message>
    <message>
        <source>Get Anyway</source>
        <translation>仍要获取</translation>
    </message>
    <message>
        <source>Get the prompt without its required arguments, to see how the server responds</source>
        <translation>在缺少必填内容的情况下获取提示，以便查看服务器的反应</translation>
    </message>
    <message>
        <source>Raw as He&amp;x</source>
        <translation>以十六进制显示原始(&amp;X)</translation>
    </message>
    <message>
        <source>Details: the bytes in hexadecimal</source>
        <translation>详情：以十六进制数字显示字节</translation>
    </message>
    <message>
        <source>Copy a report on the selected finding for the maintainer of the server; secrets are masked</source>
        <translation>为服务器的维护者复制一份关于所选发现的报告；其中的机密会被遮盖</translation>
    </message>
    <message>
        <source>Hide all findings of this rule for this server</source>
        <translation>隐藏此规则在此服务器中的所有发现</translation>
    </message>
    <message>
        <source>Protocol violations by either side</source>
        <translation>任一方违反协议的行为</translation>
    </message>
    <message>
        <source>C&amp;opy as Issue</source>
        <translation>复制为问题报告(&amp;O)</translation>
    </message>
    <message>
        <source>Mute Rule &amp;for This Server</source>
        <translation>对此服务器忽略此规则(&amp;F)</translation>
    </message>
    <message>
        <source>Findin&amp;gs</source>
        <translation>发现(&amp;G)</translation>
    </message>
    <message>
        <source>Cancellation &amp;Lab…</source>
        <translation>取消实验(&amp;L)…</translation>
    </message>
    <message>
        <source>Call a tool repeatedly and cancel each call at a different moment</source>
        <translation>反复调用一个工具，每次在不同的时刻取消</translation>
    </message>
    <message>
        <source>Cancellation Lab with These Ar&amp;guments…</source>
        <translation>用这些参数做取消实验(&amp;G)…</translation>
    </message>
    <message>
        <source>Call this tool repeatedly with these arguments and cancel each call at a different moment</source>
        <translation>以这些参数反复调用此工具，每次在不同的时刻取消</translation>
    </message>
    <message>
        <source>Mute Rule</source>
        <translation>忽略规则</translation>
    </message>
    <message>
        <source>Check Co&amp;nnection…</source>
        <translation>检查连接(&amp;N)…</translation>
    </message>
    <message>
        <source>Find out, stage by stage, why the server does not start or connect</source>
        <translation>逐个阶段查明服务器为什么不启动或连接不上</translation>
    </message>
    <message>
        <source>&amp;Follow Command…</source>
        <translation>跟随命令的输出(&amp;F)…</translation>
    </message>
    <message>
        <source>Show the output of a command as a growing capture, for example over ssh</source>
        <translation>把一个命令的输出显示为不断增长的捕获文件，例如经由 ssh</translation>
    </message>
    <message>
        <source>&amp;Diagnostics…</source>
        <translation>诊断信息(&amp;D)…</translation>
    </message>
    <message>
        <source>Show facts about Pullcord and this machine for a bug report</source>
        <translation>显示关于 Pullcord 和本机的信息，用于错误报告</translation>
    </message>
    <message>
        <source>Watch a &amp;Host…</source>
        <translation>观察宿主(&amp;H)…</translation>
    </message>
    <message>
        <source>Record what a host, such as an editor, and its servers say to each other</source>
        <translation>录制宿主（例如编辑器）与其服务器之间的通信</translation>
    </message>
    <message>
        <source>Sender &amp;Keeps Waiting</source>
        <translation>发送方继续等待(&amp;K)</translation>
    </message>
    <message>
        <source>The sender of a request that you cancel gets nothing; a late response passes</source>
        <translation>您所取消的请求的发送方得不到任何内容；迟到的响应会通过</translation>
    </message>
    <message>
        <source>Sender Gets an &amp;Error</source>
        <translation>发送方得到错误(&amp;E)</translation>
    </message>
    <message>
        <source>The sender of a request that you cancel gets an error at once; a late response is withheld</source>
        <translation>您所取消的请求的发送方立即得到错误；迟到的响应会被扣下</translation>
    </message>
    <message>
        <source>&amp;Held Messages…</source>
        <translation>扣住的消息(&amp;H)…</translation>
    </message>
    <message>
        <source>Release, change or drop messages that rules of the proxy hold, and switch its rules on or off</source>
        <translation>放行、更改或丢弃代理的规则所扣住的消息，以及打开或关闭规则</translation>
    </message>
    <message>
        <source>Error for &amp;the Sender…</source>
        <translation>给发送方的错误(&amp;T)…</translation>
    </message>
    <message>
        <source>Choose code and text of the error that the sender of a cancelled request gets</source>
        <translation>选择被取消的请求的发送方所得错误的代码和文字</translation>
    </message>
</context>
<context>
    <name>Pullcord::AnswerDialog</name>
    <message>
        <source>Your answer</source>
        <translation>您的回答</translation>
    </message>
    <message>
        <source>Your result</source>
        <translation>您的结果</translation>
    </message>
    <message>
        <source>&amp;Write the whole result as JSON</source>
        <translation>以 JSON 编写整个结果(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Accept</source>
        <translation>接受(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Send Answer</source>
        <translation>发送回答(&amp;S)</translation>
    </message>
    <message>
        <source>Accept, and send the values entered</source>
        <translation>同意，并发送所填的内容</translation>
    </message>
    <message>
        <source>Send this result</source>
        <translation>发送这个结果</translation>
    </message>
    <message>
        <source>Accept An&amp;yway</source>
        <translation>仍然接受(&amp;Y)</translation>
    </message>
    <message>
        <source>Send An&amp;yway</source>
        <translation>仍然发送(&amp;Y)</translation>
    </message>
    <message>
        <source>Send the answer although it violates the schema, to test the server</source>
        <translation>尽管 Schema 要求的是别的内容仍然发送，以观察服务器如何处理</translation>
    </message>
    <message>
        <source>Answer %1</source>
        <translation>回答 %1</translation>
    </message>
    <message>
        <source>The server reports that you have finished, but it still waits for your answer.</source>
        <translation>服务器表示此事已完成，但它仍在等待您的回答。</translation>
    </message>
    <message>
        <source>Question from %1, as JSON</source>
        <translation>%1 的问题（JSON）</translation>
    </message>
    <message>
        <source>The question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Question from %1</source>
        <translation>%1 的问题</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>The whole result as JSON</source>
        <translation>整个结果（JSON）</translation>
    </message>
    <message>
        <source>Send any result, including one that the form cannot produce</source>
        <translation>发送任意结果，包括任何表单都给不出的结果</translation>
    </message>
    <message>
        <source>There is nothing to enter. Accepting means that you agree.</source>
        <translation>没有需要填写的内容：接受即表示您同意。</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>稍后(&amp;L)</translation>
    </message>
    <message>
        <source>Close; the question stays open</source>
        <translation>关闭；问题保持打开</translation>
    </message>
    <message>
        <source>&amp;Decline</source>
        <translation>谢绝(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Refuse</source>
        <translation>拒绝(&amp;R)</translation>
    </message>
    <message>
        <source>Send the action “decline”</source>
        <translation>发送动作“decline”</translation>
    </message>
    <message>
        <source>Respond with an error. In 2026-07-28, which has no such error, cancel the call.</source>
        <translation>以错误响应；在 2026-07-28 中则取消该调用</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Send the action “cancel”: you neither accepted nor declined</source>
        <translation>发送动作“cancel”：既不接受，也不拒绝</translation>
    </message>
    <message>
        <source>%1 (Ctrl+Enter)</source>
        <comment>what a button does</comment>
        <translation>%1（Ctrl+Enter）</translation>
    </message>
</context>
<context>
    <name>Pullcord::AnsweringDialog</name>
    <message>
        <source>Answering</source>
        <translation>回答方式</translation>
    </message>
    <message>
        <source>When %1 asks:</source>
        <translation>当 %1 提问时：</translation>
    </message>
    <message>
        <source>For a &amp;completion (sampling):</source>
        <translation>对模型生成（采样）(&amp;C)：</translation>
    </message>
    <message>
        <source>The &amp;user (elicitation):</source>
        <translation>对用户（征询）(&amp;U)：</translation>
    </message>
    <message>
        <source>For the &amp;roots:</source>
        <translation>对根目录(&amp;R)：</translation>
    </message>
    <message>
        <source>Applies to new questions. A note among the messages marks each answer by a rule.</source>
        <translation>适用于此后到来的问题。规则所做的事会记在消息之中。</translation>
    </message>
    <message>
        <source>Ask me</source>
        <translation>询问我</translation>
    </message>
    <message>
        <source>Give this answer</source>
        <translation>给出此回答</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Never answer, to test the server</source>
        <translation>从不回答，以测试服务器</translation>
    </message>
    <message>
        <source>The answer to %1</source>
        <translation>对 %1 的回答</translation>
    </message>
</context>
<context>
    <name>Pullcord::AudioPiece</name>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Open in the desktop&apos;s player, from a temporary file</source>
        <translation>通过临时文件，用桌面的播放器打开</translation>
    </message>
    <message>
        <source>The bytes do not match the declared audio type, so they can only be saved.</source>
        <translation>这些字节看起来不是其声称的那种声音，因此只能保存。</translation>
    </message>
</context>
<context>
    <name>Pullcord::BoundedImage</name>
    <message>
        <source>the image is empty</source>
        <translation>图像为空</translation>
    </message>
    <message>
        <source>The image has %1, which is too large to show here.</source>
        <translation>图像有 %1，太大，无法在此显示。</translation>
    </message>
    <message>
        <source>The bytes are not an image of a known format.</source>
        <translation>这些字节不是已知格式的图像。</translation>
    </message>
    <message>
        <source>Images of the format %1 cannot be shown here.</source>
        <translation>%1 格式的图像不在此显示。</translation>
    </message>
    <message>
        <source>the %1 image is broken: %2</source>
        <translation>%1 图像已损坏：%2</translation>
    </message>
    <message>
        <source>The image has %1 × %2 pixels, which is too large to show here.</source>
        <translation>图像有 %1 × %2 像素，太多，无法在此显示。</translation>
    </message>
    <message>
        <source>the image is broken: %1</source>
        <translation>图像已损坏：%1</translation>
    </message>
</context>
<context>
    <name>Pullcord::BranchesEditor</name>
    <message>
        <source>(not set)</source>
        <translation>（未设置）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a field and which of its forms</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>Pullcord::CallPanel</name>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>As a tas&amp;k</source>
        <translation>作为任务(&amp;K)</translation>
    </message>
    <message>
        <source>T&amp;imeout</source>
        <translation>超时(&amp;I)</translation>
    </message>
    <message>
        <source>Call a tool</source>
        <translation>调用工具</translation>
    </message>
    <message>
        <source>Time for which the server keeps the task</source>
        <translation>服务器保留任务的时长</translation>
    </message>
    <message>
        <source>Time for which the server is asked to keep the task and its result, from its creation</source>
        <translation>要求服务器自任务创建起保留任务及其结果的时长</translation>
    </message>
    <message>
        <source>kept </source>
        <translation>保留 </translation>
    </message>
    <message>
        <source> s</source>
        <comment>seconds</comment>
        <translation> 秒</translation>
    </message>
    <message>
        <source>This tool can only be called as a task</source>
        <translation>此工具只能作为任务调用</translation>
    </message>
    <message>
        <source>Get a response at once, and the result when the task has ended</source>
        <translation>立即得到响应，任务结束后再得到结果</translation>
    </message>
    <message>
        <source>server decides</source>
        <comment>as the server likes</comment>
        <translation>由服务器决定保留时长</translation>
    </message>
    <message>
        <source>Select a tool to enter its arguments.</source>
        <translation>选择一个工具以填写其参数。</translation>
    </message>
</context>
<context>
    <name>Pullcord::CatalogModel</name>
    <message>
        <source>%1: %2</source>
        <comment>tools: their number</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a title, and what it is</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>not offered</source>
        <translation>不提供</translation>
    </message>
    <message>
        <source>loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>%1, loading…</source>
        <comment>number of items</comment>
        <translation>%1，正在加载…</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1, incomplete</source>
        <comment>number of items</comment>
        <translation>%1，不完整</translation>
    </message>
    <message>
        <source>none, stale</source>
        <comment>of a list</comment>
        <translation>无，已过期</translation>
    </message>
    <message>
        <source>%1, stale</source>
        <comment>number of items</comment>
        <translation>%1，已过期</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <comment>found among all</comment>
        <translation>%L2 项中的 %L1 项</translation>
    </message>
    <message>
        <source>%L1, and %L2 that cannot be called</source>
        <translation>%L1，另有 %L2 个无法调用</translation>
    </message>
    <message>
        <source>%1, and %L2 invalid</source>
        <comment>number of items</comment>
        <translation>%1，另有 %L2 个无效</translation>
    </message>
</context>
<context>
    <name>Pullcord::CatalogPanel</name>
    <message>
        <source>Search the server</source>
        <translation>搜索服务器</translation>
    </message>
    <message>
        <source>Search tools, prompts and resources</source>
        <translation>搜索服务器提供的内容</translation>
    </message>
    <message>
        <source>Tools, prompts and resources</source>
        <translation>工具、提示和资源</translation>
    </message>
    <message>
        <source>changed</source>
        <comment>a watched resource</comment>
        <translation>已变更</translation>
    </message>
    <message>
        <source>watched</source>
        <comment>a resource</comment>
        <translation>监视中</translation>
    </message>
    <message>
        <source>not watched yet</source>
        <comment>a resource</comment>
        <translation>尚未监视</translation>
    </message>
</context>
<context>
    <name>Pullcord::CatalogTexts</name>
    <message>
        <source>This server has no tools: it does not declare the capability “tools”.</source>
        <translation>此服务器没有工具：它没有声明能力“tools”。</translation>
    </message>
    <message>
        <source>This server has no prompts: it does not declare the capability “prompts”.</source>
        <translation>此服务器没有提示：它没有声明能力“prompts”。</translation>
    </message>
    <message>
        <source>This server has no resources: it does not declare the capability “resources”.</source>
        <translation>此服务器没有资源：它没有声明能力“resources”。</translation>
    </message>
    <message>
        <source>This server has no resource templates: it does not declare the capability “resources”.</source>
        <translation>此服务器没有资源模板：它没有声明能力“resources”。</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>Templates</source>
        <comment>of resources</comment>
        <translation>模板</translation>
    </message>
    <message>
        <source>The list has not been requested yet.</source>
        <translation>尚未请求列表。</translation>
    </message>
    <message>
        <source>The list was requested, but has not arrived completely.</source>
        <translation>已向服务器请求列表，但它还没有全部发来。</translation>
    </message>
    <message>
        <source>The list is incomplete. %1</source>
        <translation>列表不完整。%1</translation>
    </message>
    <message>
        <source>The list is complete.</source>
        <translation>列表是完整的。</translation>
    </message>
    <message>
        <source>Received at %1.</source>
        <comment>a time</comment>
        <translation>到达于 %1。</translation>
    </message>
    <message>
        <source>The server does not allow caching.</source>
        <translation>服务器不允许缓存。</translation>
    </message>
    <message>
        <source>The server allows caching for %1, for all users (public).</source>
        <translation>服务器允许所有人将它保留 %1（public）。</translation>
    </message>
    <message>
        <source>The server allows caching for %1, for this user only (private).</source>
        <translation>服务器允许此用户独自将它保留 %1（private）。</translation>
    </message>
    <message>
        <source>Fresh until %1. Refresh reloads it anyway.</source>
        <comment>a time</comment>
        <translation>在 %1 之前有效。刷新仍会重新询问。</translation>
    </message>
    <message>
        <source>Stale: the server has reported a change since. Refresh reloads it.</source>
        <translation>已过期：此后有内容变更。刷新会重新请求。</translation>
    </message>
    <message>
        <source>Stale since %1. Refresh reloads it.</source>
        <comment>a time</comment>
        <translation>自 %1 起已过期。刷新会重新请求。</translation>
    </message>
    <message>
        <source>The server reports changes.</source>
        <translation>列表变更时服务器会通知。</translation>
    </message>
    <message>
        <source>The server does not declare support for change notifications.</source>
        <translation>服务器没有说明列表变更时会通知。</translation>
    </message>
    <message>
        <source>Name: %1</source>
        <translation>名称：%1</translation>
    </message>
    <message>
        <source>Icon, not fetched: %1</source>
        <translation>图标（未获取）：%1</translation>
    </message>
    <message>
        <source>changes nothing</source>
        <translation>不做更改</translation>
    </message>
    <message>
        <source>changes things</source>
        <translation>会做更改</translation>
    </message>
    <message>
        <source>may destroy</source>
        <translation>可能造成破坏</translation>
    </message>
    <message>
        <source>destroys nothing</source>
        <translation>不造成破坏</translation>
    </message>
    <message>
        <source>no further effect if repeated</source>
        <translation>重复调用结果不变</translation>
    </message>
    <message>
        <source>further effect if repeated</source>
        <translation>重复调用会再次生效</translation>
    </message>
    <message>
        <source>reaches the outside world</source>
        <translation>会访问外部</translation>
    </message>
    <message>
        <source>stays within the server</source>
        <translation>只在服务器内部</translation>
    </message>
    <message>
        <source>The server claims: %1</source>
        <translation>服务器声称：%1</translation>
    </message>
    <message>
        <source>For: %1</source>
        <comment>an audience</comment>
        <translation>面向：%1</translation>
    </message>
    <message>
        <source>Priority: %1</source>
        <comment>from 0 to 1</comment>
        <translation>优先级：%1</translation>
    </message>
    <message>
        <source>Last changed: %1</source>
        <translation>最后变更：%1</translation>
    </message>
    <message>
        <source>It can only be called as a task.</source>
        <translation>只能作为任务调用。</translation>
    </message>
    <message>
        <source>It can be called as a task.</source>
        <translation>可以作为任务调用。</translation>
    </message>
    <message>
        <source>It cannot be called as a task.</source>
        <translation>不能作为任务调用。</translation>
    </message>
    <message>
        <source>Invalid entry %1</source>
        <comment>of a list</comment>
        <translation>无效条目 %1</translation>
    </message>
    <message>
        <source>Violates the specification: %1.</source>
        <translation>不符合规范：%1。</translation>
    </message>
    <message>
        <source>Invalid entry, not usable: %1.</source>
        <translation>服务器发来了无法使用的条目：%1。</translation>
    </message>
    <message>
        <source>Its results have structured content, as declared in outputSchema.</source>
        <translation>其结果含有结构化内容，如 outputSchema 所声明。</translation>
    </message>
    <message>
        <source>Icon, in the entry: %1</source>
        <translation>图标（在条目中）：%1</translation>
    </message>
    <message>
        <source>_meta: %1: %2</source>
        <comment>a name, and its value</comment>
        <translation>_meta：%1：%2</translation>
    </message>
    <message>
        <source>_meta: %L1 more</source>
        <translation>_meta：另有 %L1 项</translation>
    </message>
    <message>
        <source>This tool cannot be called: %1</source>
        <translation>此工具不能调用：%1</translation>
    </message>
    <message>
        <source>The subscription ended, so the server no longer reports changes. Refresh subscribes again.</source>
        <translation>订阅已结束，因此服务器不再报告更改。刷新会重新订阅。</translation>
    </message>
    <message>
        <source>The server offers no stream for change notifications: %1.</source>
        <translation>服务器不提供可以通知变更的流：%1。</translation>
    </message>
</context>
<context>
    <name>Pullcord::ChoiceEditor</name>
    <message>
        <source>(not set)</source>
        <translation>（未设置）</translation>
    </message>
</context>
<context>
    <name>Pullcord::CloseDialog</name>
    <message>
        <source>C&amp;lose Anyway</source>
        <translation>仍然关闭(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Export First…</source>
        <translation>先导出(&amp;E)…</translation>
    </message>
</context>
<context>
    <name>Pullcord::ClosingCommand</name>
    <message numerus="yes">
        <source>%Ln requests in flight would be cancelled.</source>
        <translation>
            <numerusform>%Ln 个进行中的请求将被取消。</numerusform>
        </translation>
    </message>
    <message>
        <source>The file that is being written would be left incomplete.</source>
        <translation>正在写入的文件将无法写完。</translation>
    </message>
    <message>
        <source>This conversation is not saved and will be lost.</source>
        <translation>此对话没有保存，将会丢失。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>server, what would be lost</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Close This Conversation?</source>
        <translation>关闭此对话？</translation>
    </message>
    <message>
        <source>Close These Conversations?</source>
        <translation>关闭这些对话？</translation>
    </message>
</context>
<context>
    <name>Pullcord::ColorRuleRow</name>
    <message>
        <source>Apply this rule before the one above</source>
        <translation>让此规则先于上一条</translation>
    </message>
    <message>
        <source>Apply this rule after the one below</source>
        <translation>让此规则后于下一条</translation>
    </message>
    <message>
        <source>Remove this rule</source>
        <translation>移除此规则</translation>
    </message>
    <message>
        <source>Apply this rule</source>
        <translation>此规则是否给行着色</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Filter of the rows to color: late, time&gt;2s, name:echo …</source>
        <translation>符合此筛选条件的行：late、time&gt;2s、name:echo …</translation>
    </message>
    <message>
        <source>rule %1</source>
        <translation>规则 %1</translation>
    </message>
    <message>
        <source>On, %1</source>
        <translation>启用，%1</translation>
    </message>
    <message>
        <source>Color, %1</source>
        <translation>颜色，%1</translation>
    </message>
    <message>
        <source>Name, %1</source>
        <translation>名称，%1</translation>
    </message>
    <message>
        <source>Filter, %1</source>
        <translation>筛选条件，%1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>Pullcord::ColorRulesWindow</name>
    <message>
        <source>No rules yet. A rule colors all requests and messages that match its filter.</source>
        <translation>还没有规则。规则会给所有符合其筛选条件的请求和消息着色。</translation>
    </message>
    <message>
        <source>Color Rules</source>
        <translation>着色规则</translation>
    </message>
    <message>
        <source>The first rule that a row matches colors it; rows that you marked keep their own color.</source>
        <translation>行由它符合的第一条规则着色；您自己标记的行保留自己的颜色。</translation>
    </message>
    <message>
        <source>&amp;Add Rule</source>
        <translation>添加规则(&amp;A)</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message>
        <source>Rules; the first match applies</source>
        <translation>规则，以第一条符合的为准</translation>
    </message>
    <message>
        <source>The rule “%1” was removed.</source>
        <translation>已移除规则“%1”。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>Pullcord::CommandForm</name>
    <message>
        <source>Move the variables to the environment</source>
        <translation>把变量放入环境</translation>
    </message>
    <message>
        <source>The whole command. It is started without a shell: quotes group words as in a shell, but nothing is expanded.</source>
        <translation>完整的命令。它按此处所写的原样启动，不经过 shell；引号像在 shell 中那样把单词合在一起，但不做任何展开。</translation>
    </message>
    <message>
        <source>one argument per line</source>
        <translation>每行一个参数</translation>
    </message>
    <message>
        <source>NAME=value, one per line</source>
        <translation>NAME=value，每行一个</translation>
    </message>
    <message>
        <source>Added to the environment. Only the names are saved; values are kept out of captures and settings.</source>
        <translation>添加到环境中。值不会进入捕获文件和设置；只记住名称。</translation>
    </message>
    <message>
        <source>names, separated by spaces</source>
        <translation>名称，以空格分隔</translation>
    </message>
    <message>
        <source>Individual fields</source>
        <translation>各个字段</translation>
    </message>
    <message>
        <source>&amp;Working folder:</source>
        <translation>工作文件夹(&amp;W)：</translation>
    </message>
    <message>
        <source>&amp;Environment:</source>
        <translation>环境(&amp;E)：</translation>
    </message>
    <message>
        <source>This runs a program on your computer. Start only servers that you trust.</source>
        <translation>这会在您的计算机上运行程序。请只启动您信任的服务器。</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Command: %1.</source>
        <translation>命令：%1。</translation>
    </message>
    <message>
        <source>Type the command that starts the server, or its URL.</source>
        <translation>输入启动服务器的命令或服务器的 URL。</translation>
    </message>
    <message>
        <source>“%1” is not of the form NAME=value.</source>
        <translation>“%1”不符合 NAME=value 的形式。</translation>
    </message>
    <message>
        <source>Values are not saved. Enter them again: %1.</source>
        <translation>值不会保存。请重新输入：%1。</translation>
    </message>
    <message>
        <source>No shell is used, so “%1=…” would be run as a program. Set variables under Environment.</source>
        <translation>不使用 shell，因此“%1=…”会被当作程序运行。请在“环境”中设置变量。</translation>
    </message>
    <message>
        <source>No shell is used: “%1” is passed to the program unchanged. For a shell, start one: sh -c &apos;…&apos;</source>
        <translation>不使用 shell：“%1”会原样传给程序。如果需要 shell，请启动一个：sh -c &apos;…&apos;</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Working folder</source>
        <translation>工作文件夹</translation>
    </message>
    <message>
        <source>In&amp;herit the environment of Pullcord</source>
        <translation>继承 Pullcord 的环境(&amp;H)</translation>
    </message>
    <message>
        <source>Progr&amp;am:</source>
        <translation>程序(&amp;A)：</translation>
    </message>
    <message>
        <source>Argumen&amp;ts:</source>
        <translation>参数(&amp;T)：</translation>
    </message>
    <message>
        <source>Remove varia&amp;bles:</source>
        <translation>移除变量(&amp;B)：</translation>
    </message>
    <message>
        <source>Co&amp;mmand:</source>
        <translation>命令(&amp;M)：</translation>
    </message>
    <message>
        <source>nothing; or names, separated by spaces</source>
        <translation>无；或名称，以空格分隔</translation>
    </message>
    <message>
        <source>Variables of Pullcord&apos;s environment that the server gets anyway.</source>
        <translation>服务器仍会得到的、Pullcord 环境中的变量。</translation>
    </message>
    <message>
        <source>Inherit onl&amp;y:</source>
        <translation>仅继承(&amp;Y)：</translation>
    </message>
    <message>
        <source>same as Pullcord</source>
        <translation>与 Pullcord 相同</translation>
    </message>
</context>
<context>
    <name>Pullcord::CommandPalette</name>
    <message>
        <source>No matches.</source>
        <translation>没有匹配的内容。</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>A command, tool, prompt, resource, server, capture, or page of the guide</source>
        <translation>命令、工具、提示、资源、服务器、捕获文件或指南页面</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配的内容</translation>
    </message>
</context>
<context>
    <name>Pullcord::CompareCommands</name>
    <message>
        <source>Com&amp;pare</source>
        <translation>比较(&amp;P)</translation>
    </message>
    <message>
        <source>Com&amp;pare with the Previous Choice</source>
        <translation>与先前所选的比较(&amp;P)</translation>
    </message>
    <message>
        <source>Com&amp;pare With…</source>
        <translation>比较(&amp;P)…</translation>
    </message>
    <message>
        <source>To compare, select another item, here or in another tab, and choose Compare again: %1.</source>
        <translation>要进行比较，请在此处或另一标签页中选择另一项，然后再次选择“比较”：%1。</translation>
    </message>
</context>
<context>
    <name>Pullcord::CompareWindow</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>The first, indented</source>
        <translation>第一个，已缩进</translation>
    </message>
    <message>
        <source>The second, indented</source>
        <translation>第二个，已缩进</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Part to compare</source>
        <translation>比较其中的哪些内容</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>No differences.</source>
        <translation>没有差异。</translation>
    </message>
    <message>
        <source>%1 changed, %2 removed, %3 added</source>
        <translation>%1 处更改，%2 处移除，%3 处添加</translation>
    </message>
    <message>
        <source>%1; there are more</source>
        <translation>%1；还有更多</translation>
    </message>
    <message>
        <source>the whole value</source>
        <translation>整个值</translation>
    </message>
    <message>
        <source>Added %1: %2</source>
        <translation>添加 %1：%2</translation>
    </message>
    <message>
        <source>Removed %1: %2</source>
        <translation>移除 %1：%2</translation>
    </message>
    <message>
        <source>Changed %1: %2 → %3</source>
        <translation>更改 %1：%2 → %3</translation>
    </message>
</context>
<context>
    <name>Pullcord::ComparedItem</name>
    <message>
        <source>%1, number %2: %3</source>
        <translation>%1，编号 %2：%3</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>Pullcord::ConfirmDialog</name>
    <message>
        <source>Start This Program?</source>
        <translation>启动此程序？</translation>
    </message>
    <message>
        <source>%1 was imported and has not been started yet. This command would run on your computer with your permissions:</source>
        <translation>%1 是导入的，尚未启动过。此命令将以您的权限在您的计算机上运行：</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>In the folder where Pullcord was started</source>
        <translation>在 Pullcord 启动时所在的文件夹中</translation>
    </message>
    <message>
        <source>You are asked once, and again whenever the command changes.</source>
        <translation>只询问一次。如果命令有变，会再次询问。</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>启动(&amp;S)</translation>
    </message>
</context>
<context>
    <name>Pullcord::ConnectDialog</name>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Connect to a Server</source>
        <translation>连接到服务器</translation>
    </message>
    <message>
        <source>&amp;Connect</source>
        <translation>连接(&amp;C)</translation>
    </message>
    <message>
        <source>Recent &amp;servers:</source>
        <translation>最近的服务器(&amp;S)：</translation>
    </message>
    <message>
        <source>Recent servers</source>
        <translation>最近的服务器</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Save this server under this name (%1)</source>
        <translation>以此名称保存此服务器 (%1)</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>名称(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;Group:</source>
        <translation>分组(&amp;G)：</translation>
    </message>
    <message>
        <source>Demo server</source>
        <translation>演示服务器</translation>
    </message>
    <message>
        <source>Remove from List</source>
        <translation>从列表中移除</translation>
    </message>
</context>
<context>
    <name>Pullcord::ConnectionMessages</name>
    <message>
        <source>Enter Password…</source>
        <translation>输入密码…</translation>
    </message>
    <message>
        <source>Change Command…</source>
        <translation>更改命令…</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>重新连接</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Trust This Server for This Session</source>
        <translation>本次会话信任此服务器</translation>
    </message>
    <message>
        <source>Listen Again</source>
        <translation>重新监听</translation>
    </message>
    <message>
        <source>The server has been unreachable since %1: %2.</source>
        <translation>自 %1 起无法连接服务器：%2。</translation>
    </message>
    <message>
        <source>%1 Pullcord retries automatically.</source>
        <comment>after a sentence</comment>
        <translation>%1Pullcord 会自行重试。</translation>
    </message>
    <message>
        <source>Check Connection…</source>
        <translation>检查连接…</translation>
    </message>
    <message>
        <source>Change URL…</source>
        <translation>更改 URL…</translation>
    </message>
    <message>
        <source>Change Headers…</source>
        <translation>更改请求头…</translation>
    </message>
    <message>
        <source>%1. The server requires authorization: enter its token as a header, such as “Authorization: Bearer TOKEN”.</source>
        <translation>%1。服务器要求授权：请将其令牌作为请求头输入，例如“Authorization: Bearer TOKEN”。</translation>
    </message>
    <message>
        <source>%1. The server did not accept the token in the header “Authorization”.</source>
        <translation>%1。服务器没有接受请求头“Authorization”中的令牌。</translation>
    </message>
    <message>
        <source>Open Host Log</source>
        <translation>打开宿主日志</translation>
    </message>
    <message>
        <source>Cannot connect: %1. Another computer may be impersonating the server.</source>
        <translation>无法连接：%1。可能有其他计算机在冒充该服务器。</translation>
    </message>
    <message>
        <source>Not connected: %1.</source>
        <translation>未连接：%1。</translation>
    </message>
    <message>
        <source>Follow Redirects</source>
        <translation>跟随重定向</translation>
    </message>
    <message>
        <source>Connect again, and follow the server to %1. Requests and the arguments of tools are sent there, headers and credentials are not.</source>
        <translation>重新连接，并跟随服务器到 %1。请求和工具的参数会发送到那里，请求头和凭据不会。</translation>
    </message>
    <message>
        <source>SHA-256 fingerprint of the certificate: %1</source>
        <translation>证书的 SHA-256 指纹：%1</translation>
    </message>
    <message>
        <source>The server has not responded for %1 s. It may still be starting, or not be an MCP server.</source>
        <translation>服务器已有 %1 秒没有响应。它可能仍在启动，也可能不是 MCP 服务器。</translation>
    </message>
    <message>
        <source>The server has not responded to %1 for %2 s. It may still be starting, or not be an MCP server.</source>
        <translation>服务器已有 %2 秒没有响应 %1。它可能仍在启动，也可能不是 MCP 服务器。</translation>
    </message>
    <message>
        <source>%1. %2.</source>
        <comment>two sentences</comment>
        <translation>%1。%2。</translation>
    </message>
    <message>
        <source>No valid response to the handshake has arrived for %1 s. %2.</source>
        <translation>已有 %1 秒没有收到对握手的有效响应。%2。</translation>
    </message>
</context>
<context>
    <name>Pullcord::ContentCommands</name>
    <message>
        <source>Save Content</source>
        <translation>保存内容</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>已保存为 %1。</translation>
    </message>
    <message>
        <source>Cannot save it: %1</source>
        <translation>无法保存：%1</translation>
    </message>
    <message>
        <source>Cannot open the sound in a player: %1</source>
        <translation>无法把声音交给播放器：%1</translation>
    </message>
    <message>
        <source>No program on this desktop plays this sound. Save it instead.</source>
        <translation>桌面上没有可以播放它的程序；可以将其保存。</translation>
    </message>
    <message>
        <source>Cannot read anything: the server is not connected.</source>
        <translation>无法读取任何内容：服务器未连接。</translation>
    </message>
    <message>
        <source>No program on this desktop plays this sound. Save it instead. (%1)</source>
        <translation>桌面上没有可以播放它的程序；可以将其保存。（%1）</translation>
    </message>
</context>
<context>
    <name>Pullcord::ContentView</name>
    <message numerus="yes">
        <source>Show %n More</source>
        <translation>
            <numerusform>再显示 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Audio</source>
        <translation>音频</translation>
    </message>
    <message>
        <source>Resource link</source>
        <translation>资源链接</translation>
    </message>
    <message>
        <source>Content without a type</source>
        <translation>没有类型的内容</translation>
    </message>
    <message>
        <source>Other content: %1</source>
        <translation>其他内容：%1</translation>
    </message>
    <message>
        <source>Resource</source>
        <translation>资源</translation>
    </message>
</context>
<context>
    <name>Pullcord::ConversationPage</name>
    <message>
        <source>%1, MCP %2</source>
        <translation>%1，MCP %2</translation>
    </message>
    <message>
        <source>Open Capture</source>
        <translation>打开捕获文件</translation>
    </message>
    <message>
        <source>Captures, and logs of other programs (*.pullcord *.jsonl *.log *.json *.har);;All files (*)</source>
        <translation>捕获文件和其他程序的日志 (*.pullcord *.jsonl *.log *.json *.har);;所有文件 (*)</translation>
    </message>
    <message>
        <source>The file does not contain the command or URL of its server: use Connect.</source>
        <translation>文件不含其服务器的命令或 URL：请使用“连接”。</translation>
    </message>
    <message>
        <source>Save As…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Rules of the proxy</source>
        <translation>代理的规则</translation>
    </message>
</context>
<context>
    <name>Pullcord::DataPiece</name>
    <message>
        <source>Save As…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Hex</source>
        <translation>十六进制</translation>
    </message>
    <message>
        <source>Show the bytes in hexadecimal digits</source>
        <translation>以十六进制数字显示字节</translation>
    </message>
</context>
<context>
    <name>Pullcord::DetailsCopy</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the whole message: unchanged from Raw, indented from Pretty, the selected value from Tree</source>
        <translation>复制整条消息：“原始”中为原样，“格式化”中为缩进后的文本，“树”中为选中的值</translation>
    </message>
    <message>
        <source>Copy &amp;Value</source>
        <translation>复制值(&amp;V)</translation>
    </message>
    <message>
        <source>Copy as &amp;JSON</source>
        <translation>复制为 JSON(&amp;J)</translation>
    </message>
    <message>
        <source>Copy &amp;Key</source>
        <translation>复制键(&amp;K)</translation>
    </message>
    <message>
        <source>Copy JSON &amp;Pointer</source>
        <translation>复制 JSON 指针(&amp;P)</translation>
    </message>
    <message>
        <source>Copy as F&amp;ilter</source>
        <translation>复制为筛选条件(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Filter by This Value</source>
        <translation>按此值筛选(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Expand All</source>
        <translation>全部展开(&amp;E)</translation>
    </message>
    <message>
        <source>C&amp;ollapse All</source>
        <translation>全部折叠(&amp;O)</translation>
    </message>
</context>
<context>
    <name>Pullcord::DetailsFinder</name>
    <message>
        <source>No match</source>
        <translation>没有匹配</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>%1 of %2%3</source>
        <comment>the third is + where there may be more</comment>
        <translation>第 %1 处，共 %2%3 处</translation>
    </message>
</context>
<context>
    <name>Pullcord::DetailsPanel</name>
    <message>
        <source>Ways to read the message</source>
        <translation>阅读消息的方式</translation>
    </message>
    <message>
        <source>Message, indented</source>
        <translation>消息，已缩进</translation>
    </message>
    <message>
        <source>Message, as a tree</source>
        <translation>消息，树形</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Pretty</source>
        <comment>indented JSON</comment>
        <translation>格式化</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>树</translation>
    </message>
    <message>
        <source>Raw</source>
        <comment>bytes as they were</comment>
        <translation>原始</translation>
    </message>
    <message>
        <source>Facts</source>
        <comment>about a request</comment>
        <translation>信息</translation>
    </message>
    <message>
        <source>Schema</source>
        <translation>Schema</translation>
    </message>
    <message>
        <source>HTTP</source>
        <translation>HTTP</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Select a request or a message to read it in full.</source>
        <translation>选择一个请求或一条消息以完整阅读。</translation>
    </message>
    <message>
        <source>%1, number %2</source>
        <translation>%1，编号 %2</translation>
    </message>
    <message>
        <source>%1 s after the start</source>
        <translation>开始后 %1 秒</translation>
    </message>
    <message>
        <source>typed by hand</source>
        <translation>手工输入</translation>
    </message>
    <message>
        <source>sent by the operator of the proxy</source>
        <translation>由代理的操作者发送</translation>
    </message>
    <message>
        <source>withheld by the proxy</source>
        <translation>被代理扣下</translation>
    </message>
    <message>
        <source>refused by the proxy with HTTP %1</source>
        <translation>被代理以 HTTP %1 拒绝</translation>
    </message>
</context>
<context>
    <name>Pullcord::DoctorModel</name>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>Pullcord::DiagnosticsDialog</name>
    <message>
        <source>Diagnostics</source>
        <translation>诊断信息</translation>
    </message>
    <message>
        <source>&amp;Attach this to a bug report. It contains no command, header or message. A log may name hosts of servers; read it before you publish it.</source>
        <translation>请把以下内容附在错误报告中(&amp;A)。其中没有命令、请求头或消息。日志可能包含服务器的主机名；公开之前请先阅读。</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the whole text</source>
        <translation>复制全部文本</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>Save the text in a file</source>
        <translation>把文本保存到文件</translation>
    </message>
    <message>
        <source>The text was copied.</source>
        <translation>文本已复制。</translation>
    </message>
    <message>
        <source>Save Diagnostics</source>
        <translation>保存诊断信息</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>文本 (*.txt)</translation>
    </message>
    <message>
        <source>Written to %1.</source>
        <translation>已写入 %1。</translation>
    </message>
    <message>
        <source>Cannot write the diagnostics: %1</source>
        <translation>无法写入诊断信息：%1</translation>
    </message>
</context>
<context>
    <name>Pullcord::DoctorWindow</name>
    <message>
        <source>Open Host &amp;Log</source>
        <translation>打开宿主日志(&amp;L)</translation>
    </message>
    <message>
        <source>Start it &amp;as:</source>
        <translation>启动方式(&amp;A)：</translation>
    </message>
    <message>
        <source>&amp;Run Again</source>
        <translation>再次运行(&amp;R)</translation>
    </message>
    <message>
        <source>Check from the first stage</source>
        <translation>从第一个阶段开始检查</translation>
    </message>
    <message>
        <source>Sto&amp;p</source>
        <translation>停止(&amp;P)</translation>
    </message>
    <message>
        <source>Stop the running check, and skip the remaining stages</source>
        <translation>结束正在运行的检查，跳过尚未检查的内容</translation>
    </message>
    <message>
        <source>&amp;Copy Report</source>
        <translation>复制报告(&amp;C)</translation>
    </message>
    <message>
        <source>Copy all stages as Markdown; secrets are masked</source>
        <translation>把所有阶段复制为 Markdown；秘密会被遮盖</translation>
    </message>
    <message>
        <source>Check Connection: %1</source>
        <translation>检查连接：%1</translation>
    </message>
    <message>
        <source>This window</source>
        <translation>本窗口</translation>
    </message>
    <message>
        <source>Login shell</source>
        <translation>登录 shell</translation>
    </message>
    <message>
        <source>Desktop host</source>
        <translation>桌面宿主程序</translation>
    </message>
    <message>
        <source>Environment for the server: that of this window (--environment this), of a new terminal (login-shell), or of a host started from the desktop (desktop-host)</source>
        <translation>启动服务器的环境：本窗口的环境 (--environment this)、新终端的环境 (login-shell)，或从桌面启动的宿主程序的环境 (desktop-host)</translation>
    </message>
    <message>
        <source>Stages of the check</source>
        <translation>检查的阶段</translation>
    </message>
    <message numerus="yes">
        <source>Connected. %Ln stages have a warning.</source>
        <translation>
            <numerusform>能够连接；%Ln 个阶段有警告。</numerusform>
        </translation>
    </message>
    <message>
        <source>Connected. No problems found.</source>
        <translation>已连接，未发现问题。</translation>
    </message>
    <message>
        <source>The check was stopped.</source>
        <translation>检查已停止。</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Checking: %1…</source>
        <translation>正在检查：%1…</translation>
    </message>
    <message>
        <source>The report was copied.</source>
        <translation>报告已复制。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln stages failed. The next step is below the first one.</source>
        <translation>
            <numerusform>%Ln 个阶段失败。下一步见第一个失败阶段的下方。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::EventTexts</name>
    <message>
        <source>request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>notification</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>not JSON-RPC</source>
        <translation>非 JSON-RPC</translation>
    </message>
    <message>
        <source>the process was terminated by signal %1</source>
        <translation>进程被信号 %1 终止</translation>
    </message>
    <message>
        <source>the process exited with code %1</source>
        <translation>进程结束，退出代码 %1</translation>
    </message>
    <message>
        <source>line %1, column %2: %3 — %4</source>
        <translation>第 %1 行，第 %2 列：%3 — %4</translation>
    </message>
    <message>
        <source>not JSON</source>
        <translation>非 JSON</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>已排队</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>未发送</translation>
    </message>
    <message>
        <source>stderr</source>
        <translation>stderr</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>closing</source>
        <translation>正在关闭</translation>
    </message>
    <message>
        <source>exited</source>
        <translation>已退出</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>dialect</source>
        <translation>方言</translation>
    </message>
    <message>
        <source>cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>timeout</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>HTTP</source>
        <translation>HTTP</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>by Pullcord</source>
        <translation>由 Pullcord 关闭</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>未说明原因</translation>
    </message>
    <message>
        <source>no response within %1 ms</source>
        <translation>%1 毫秒内没有响应</translation>
    </message>
    <message>
        <source>mark</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>processes: %1, threads: %2, processor time: %3</source>
        <translation>进程：%1，线程：%2，处理器时间：%3</translation>
    </message>
    <message>
        <source>processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>event of a kind that this version of Pullcord does not support: %1</source>
        <translation>此版本的 Pullcord 不认识的事件类型：%1</translation>
    </message>
</context>
<context>
    <name>Pullcord::ExportCommand</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Pullcord capture (*.pullcord)</source>
        <translation>Pullcord 捕获文件 (*.pullcord)</translation>
    </message>
    <message>
        <source>JSON Lines, messages only (*.jsonl)</source>
        <translation>JSON Lines，仅消息 (*.jsonl)</translation>
    </message>
    <message>
        <source>Markdown report (*.md)</source>
        <translation>Markdown 报告 (*.md)</translation>
    </message>
    <message>
        <source>Exporting to %1</source>
        <translation>正在导出到 %1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>已导出到 %1</translation>
    </message>
    <message>
        <source>The export failed: %1: %2</source>
        <translation>导出失败：%1：%2</translation>
    </message>
    <message>
        <source>Table of requests (*.csv)</source>
        <translation>请求表格 (*.csv)</translation>
    </message>
    <message>
        <source>HTTP archive (*.har)</source>
        <translation>HTTP 归档 (*.har)</translation>
    </message>
    <message>
        <source>OpenTelemetry spans (*.otlp.json)</source>
        <translation>OpenTelemetry 跨度 (*.otlp.json)</translation>
    </message>
    <message>
        <source>HTML report (*.html)</source>
        <translation>HTML 报告 (*.html)</translation>
    </message>
    <message>
        <source>Replay script (*.sh)</source>
        <translation>重现脚本 (*.sh)</translation>
    </message>
    <message>
        <source>%1 export</source>
        <comment>the name of a file; of that of the open one</comment>
        <translation>%1 导出</translation>
    </message>
    <message>
        <source>Exported to %1. Values redacted: %2 (%3)</source>
        <translation>已导出到 %1。去掉的值：%2（%3）</translation>
    </message>
    <message>
        <source>HTTP archive, empty: no HTTP exchange here (*.har)</source>
        <translation>HTTP 归档，将为空：此处没有 HTTP 交互 (*.har)</translation>
    </message>
    <message>
        <source>Exported to %1. The file is empty: an HTTP archive contains only HTTP exchanges, and none was exported.</source>
        <translation>已导出到 %1，但其中没有内容：HTTP 归档只包含 HTTP 交互，而导出的内容中没有。</translation>
    </message>
    <message>
        <source>The export was stopped; nothing was written to %1</source>
        <translation>导出已停止：没有写入 %1</translation>
    </message>
</context>
<context>
    <name>Pullcord::ExportDialog</name>
    <message>
        <source>&amp;Redact known secrets</source>
        <translation>遮盖已知的机密(&amp;R)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export Selection</source>
        <translation>导出所选内容</translation>
    </message>
    <message>
        <source>Tokens of known kinds, passwords in URLs, and values with names such as token or password are replaced with ***</source>
        <translation>已知种类的令牌、URL 中的密码，以及名称为令牌、密码之类的值：以 *** 代替</translation>
    </message>
    <message>
        <source>Redaction rules</source>
        <translation>去掉内容的规则</translation>
    </message>
    <message>
        <source>&amp;Add Rule</source>
        <translation>添加规则(&amp;A)</translation>
    </message>
    <message>
        <source>Values that &amp;will be redacted:</source>
        <translation>将去掉的内容(&amp;W)：</translation>
    </message>
    <message>
        <source>Values that will be redacted</source>
        <translation>将去掉的内容</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Nothing. Messages are exported exactly as captured.</source>
        <translation>无。消息按捕获的原样导出。</translation>
    </message>
    <message>
        <source>Values that will be replaced with ***: %1 (%2)</source>
        <translation>将以 *** 代替的值：%1（%2）</translation>
    </message>
    <message>
        <source>Searching %1 events …</source>
        <translation>正在查看 %1 个事件…</translation>
    </message>
    <message numerus="yes">
        <source>All %Ln events, including those hidden by filters.</source>
        <translation>
            <numerusform>全部 %Ln 个事件，包括被筛选器隐藏的事件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected events.</source>
        <translation>
            <numerusform>选中的 %Ln 个事件。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::ExportServersDialog</name>
    <message>
        <source>Write secrets in &amp;full</source>
        <translation>完整写出机密(&amp;F)</translation>
    </message>
    <message>
        <source>Export Saved Servers</source>
        <translation>导出已保存的服务器</translation>
    </message>
    <message>
        <source>Configuration to write</source>
        <translation>写出的内容</translation>
    </message>
    <message>
        <source>Claude Desktop, Claude Code, Cursor, Windsurf (mcpServers)</source>
        <translation>Claude Desktop、Claude Code、Cursor、Windsurf（mcpServers）</translation>
    </message>
    <message>
        <source>VS Code (servers)</source>
        <translation>VS Code（servers）</translation>
    </message>
    <message>
        <source>&amp;Servers:</source>
        <translation>服务器(&amp;S)：</translation>
    </message>
    <message>
        <source>&amp;Tool:</source>
        <translation>工具(&amp;T)：</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>All (%1)</source>
        <translation>全部（%1）</translation>
    </message>
    <message>
        <source>Group %1</source>
        <translation>分组 %1</translation>
    </message>
    <message>
        <source>Anyone who reads the file can use these secrets: %1.</source>
        <translation>任何能读取此文件的人都可以使用这些机密：%1。</translation>
    </message>
    <message>
        <source>These secrets are replaced by their names: %1.</source>
        <translation>这些机密以其名称代替：%1。</translation>
    </message>
    <message>
        <source>No values entered since Pullcord started, so only the names are written: %1.</source>
        <translation>Pullcord 启动后尚未得知，因此仅写出名称：%1。</translation>
    </message>
    <message>
        <source>References that this tool does not know, rewritten: %1.</source>
        <translation>该工具不认识的引用，已改写：%1。</translation>
    </message>
    <message>
        <source>Secrets in URLs and arguments are not always recognized: read the configuration before you share it.</source>
        <translation>URL 或参数中的机密不一定能被识别：在交给他人之前请先通读写出的内容。</translation>
    </message>
    <message>
        <source>&amp;Copied</source>
        <translation>已复制(&amp;C)</translation>
    </message>
</context>
<context>
    <name>Pullcord::FactsPanel</name>
    <message>
        <source>About the selection</source>
        <translation>关于所选内容</translation>
    </message>
</context>
<context>
    <name>Pullcord::FactsTab</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Progress notifications</source>
        <translation>进度通知</translation>
    </message>
    <message>
        <source>Contents of _meta</source>
        <translation>_meta 中的内容</translation>
    </message>
    <message>
        <source>Select a request or a message to read about it.</source>
        <translation>选择一个请求或一条消息以阅读其信息。</translation>
    </message>
    <message>
        <source>at %1 s</source>
        <comment>seconds since the start</comment>
        <translation>在 %1 秒</translation>
    </message>
    <message>
        <source>%1 later</source>
        <translation>%1 后</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>计时</translation>
    </message>
    <message>
        <source>notifications: %1</source>
        <translation>通知：%1</translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation>每秒 %1</translation>
    </message>
    <message>
        <source>%1 per second overall</source>
        <translation>总体每秒 %1</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <comment>a time</comment>
        <translation>大约还剩 %1</translation>
    </message>
    <message>
        <source>_meta of the message</source>
        <translation>消息的 _meta</translation>
    </message>
    <message>
        <source>_meta of the request</source>
        <translation>请求的 _meta</translation>
    </message>
    <message>
        <source>_meta of the response</source>
        <translation>响应的 _meta</translation>
    </message>
    <message>
        <source>_meta is empty.</source>
        <translation>其 _meta 中没有内容。</translation>
    </message>
    <message>
        <source>and %L1 more</source>
        <translation>另有 %L1 项</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
</context>
<context>
    <name>Pullcord::FieldEditor</name>
    <message>
        <source>%1 *</source>
        <comment>a required field</comment>
        <translation>%1 *</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Make %1 null</source>
        <translation>将 %1 设为 null</translation>
    </message>
</context>
<context>
    <name>Pullcord::FilterBar</name>
    <message>
        <source>Filter requests: text, late, time&gt;2s, name:echo …</source>
        <translation>筛选请求：文字、late、time&gt;2s、name:echo …</translation>
    </message>
    <message>
        <source>Filter messages: text, kind:error, /params/name = &quot;echo&quot; …</source>
        <translation>筛选消息：文字、kind:error、/params/name = &quot;echo&quot; …</translation>
    </message>
    <message>
        <source>Filter requests</source>
        <translation>筛选请求</translation>
    </message>
    <message>
        <source>Filter messages</source>
        <translation>筛选消息</translation>
    </message>
    <message>
        <source>Shows only matching rows. Plain words match any text; press Ctrl+Space for fields.</source>
        <translation>只显示匹配的行。普通词语匹配任意文字；按 Ctrl+空格 可查看字段。</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>筛选条件</translation>
    </message>
    <message>
        <source>Preset, saved and recent filters</source>
        <translation>预设的、保存的和最近的筛选条件</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <translation>成功</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Late</source>
        <translation>迟到</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>缓慢</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Cancellations</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Without progress and log</source>
        <translation>不含进度和日志</translation>
    </message>
    <message>
        <source>To server</source>
        <translation>发往服务器</translation>
    </message>
    <message>
        <source>From server</source>
        <translation>来自服务器</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Delete This Saved Filter</source>
        <translation>删除此保存的筛选条件</translation>
    </message>
    <message>
        <source>Save This Filter</source>
        <translation>保存此筛选条件</translation>
    </message>
    <message>
        <source>Also show the steps of HTTP exchanges, and stream data other than messages, as rows. Details shows the exchange of each message.</source>
        <translation>把 HTTP 交互的各个步骤以及流中消息之外的内容也显示为行。每条消息在“详情”中显示它自己的交互。</translation>
    </message>
    <message>
        <source>HTTP: %1</source>
        <translation>HTTP：%1</translation>
    </message>
    <message>
        <source>HTTP: %1 hidden</source>
        <translation>HTTP：隐藏 %1</translation>
    </message>
    <message>
        <source>%1 hidden</source>
        <comment>rows</comment>
        <translation>已隐藏 %1</translation>
    </message>
    <message>
        <source>Hide noise; hidden rows: %1</source>
        <translation>隐藏噪声；已隐藏的行：%1</translation>
    </message>
    <message>
        <source>Hide noise</source>
        <translation>隐藏噪声</translation>
    </message>
    <message>
        <source>Rows hidden as noise: %1. Failures, late messages, violations and rows that you marked are always shown. Click to show all rows.</source>
        <translation>作为噪声隐藏的行：%1。出错、迟到或违反规则的内容总会显示，您标记过的也是。按下可全部显示。</translation>
    </message>
    <message>
        <source>Name of this filter</source>
        <translation>此筛选条件的名称</translation>
    </message>
    <message>
        <source>Type a name and press Enter to save this filter</source>
        <translation>输入名称并按 Enter 以保存此筛选条件</translation>
    </message>
    <message>
        <source>Matching rows of total</source>
        <translation>匹配的行数 / 总行数</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>rows that pass the filter, of all</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1+ of %2</source>
        <comment>at least so many rows pass the filter, of all</comment>
        <translation>%1+ / %2</translation>
    </message>
    <message>
        <source>as before: %1</source>
        <comment>what is typed is no filter; shown is, for example, 3 of 10</comment>
        <translation>仍为之前的：%1</translation>
    </message>
    <message>
        <source>Incomplete filter: still showing all rows.</source>
        <translation>筛选条件不完整：仍显示所有行。</translation>
    </message>
    <message>
        <source>Incomplete filter: the previous filter still applies, %1</source>
        <translation>筛选条件不完整：之前的仍然有效，%1</translation>
    </message>
</context>
<context>
    <name>Pullcord::FilterLine</name>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
</context>
<context>
    <name>Pullcord::FilterTexts</name>
    <message>
        <source>anywhere in the message</source>
        <translation>消息中的任意位置</translation>
    </message>
    <message>
        <source>the JSON-RPC method</source>
        <translation>JSON-RPC 方法</translation>
    </message>
    <message>
        <source>the tool, prompt or URI</source>
        <translation>工具、提示或 URI</translation>
    </message>
    <message>
        <source>the id of the request</source>
        <translation>请求的 id</translation>
    </message>
    <message>
        <source>the reason of the cancellation</source>
        <translation>取消的原因</translation>
    </message>
    <message>
        <source>the message of an error</source>
        <translation>错误的消息</translation>
    </message>
    <message>
        <source>the code of an error</source>
        <translation>错误的代码</translation>
    </message>
    <message>
        <source>the sender</source>
        <translation>发送方</translation>
    </message>
    <message>
        <source>the state of the request</source>
        <translation>请求的状态</translation>
    </message>
    <message>
        <source>request, result, error, …</source>
        <translation>请求、结果、错误……</translation>
    </message>
    <message>
        <source>the duration, such as 2s or 300ms</source>
        <translation>耗时，如 2s 或 300ms</translation>
    </message>
    <message>
        <source>the time since the start, such as 5min</source>
        <translation>发生时间（自开始起），如 5min</translation>
    </message>
    <message>
        <source>bytes, such as 64KiB or 1MB</source>
        <translation>字节数，如 64KiB 或 1MB</translation>
    </message>
    <message>
        <source>number of the connection, from 0</source>
        <translation>连接的编号，从 0 开始</translation>
    </message>
    <message>
        <source>arrived after its request had ended</source>
        <translation>在其请求结束之后才到达</translation>
    </message>
    <message>
        <source>was cancelled, whatever arrived later</source>
        <translation>曾被取消，无论之后收到什么</translation>
    </message>
    <message>
        <source>with progress</source>
        <translation>有进度</translation>
    </message>
    <message>
        <source>a tool result with isError</source>
        <translation>工具的结果中 isError 为真</translation>
    </message>
    <message>
        <source>a value in the JSON, such as /params/name = &quot;echo&quot;</source>
        <translation>JSON 中的值，如 /params/name = &quot;echo&quot;</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>the color of the mark</source>
        <translation>标记的颜色</translation>
    </message>
    <message>
        <source>the text of the note</source>
        <translation>备注的文字</translation>
    </message>
    <message>
        <source>in flight at this time, such as 5min</source>
        <translation>进行中的某一时刻，如 5min</translation>
    </message>
</context>
<context>
    <name>Pullcord::FindBar</name>
    <message>
        <source>Find in the message</source>
        <translation>在消息中查找</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation>上一处匹配 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation>下一处匹配 (F3)</translation>
    </message>
    <message>
        <source>Close the search (Esc)</source>
        <translation>关闭搜索 (Esc)</translation>
    </message>
</context>
<context>
    <name>Pullcord::FindingMarks</name>
    <message>
        <source>%1, %2: %3</source>
        <comment>a row, severity and title of what was found</comment>
        <translation>%1，%2：%3</translation>
    </message>
</context>
<context>
    <name>Pullcord::FindingTexts</name>
    <message>
        <source>result</source>
        <comment>a response</comment>
        <translation>结果</translation>
    </message>
    <message>
        <source>error</source>
        <comment>a response</comment>
        <translation>错误</translation>
    </message>
    <message>
        <source>batch</source>
        <comment>several messages in one</comment>
        <translation>批处理</translation>
    </message>
    <message>
        <source>invalid message</source>
        <translation>无效消息</translation>
    </message>
    <message>
        <source>Info</source>
        <comment>severity of a finding</comment>
        <translation>信息</translation>
    </message>
    <message>
        <source>Warning</source>
        <comment>severity of a finding</comment>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <comment>severity of a finding</comment>
        <translation>错误</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>code and title of a finding</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>%1, id %2</source>
        <comment>method of a request</comment>
        <translation>%1，id %2</translation>
    </message>
    <message>
        <source>%1 %2, id %3</source>
        <comment>method and name of a request</comment>
        <translation>%1 %2，id %3</translation>
    </message>
</context>
<context>
    <name>Pullcord::FindingView</name>
    <message>
        <source>The selected finding</source>
        <translation>所选的发现</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>The rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>what was seen, how grave it is</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>They crossed on the wire, so neither side is at fault.</source>
        <translation>两者在线路上交错而过，不是任何一方的过错。</translation>
    </message>
    <message>
        <source>Allowed, but worth knowing.</source>
        <translation>这是允许的，但值得知道。</translation>
    </message>
    <message>
        <source>Violates a SHOULD of the protocol.</source>
        <translation>违反协议中的“应当”(SHOULD)。</translation>
    </message>
    <message>
        <source>Violates a MUST of the protocol.</source>
        <translation>违反协议中的“必须”(MUST)。</translation>
    </message>
    <message>
        <source>Meaning and fix</source>
        <translation>含义与解决办法</translation>
    </message>
</context>
<context>
    <name>Pullcord::FindingsBar</name>
    <message>
        <source>Filter findings</source>
        <translation>筛选发现</translation>
    </message>
    <message>
        <source>Shows findings that contain this text in the code, title, request or description; case is ignored</source>
        <translation>只显示代码、标题、请求或说明中含有此文本的发现，不区分大小写</translation>
    </message>
    <message>
        <source>Minimum severity</source>
        <translation>显示的最低严重程度</translation>
    </message>
    <message>
        <source>Shows findings of this severity and above</source>
        <translation>显示此严重程度及以上的发现</translation>
    </message>
    <message>
        <source>All severities</source>
        <translation>所有严重程度</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>警告和错误</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Rules muted for this server; choose one to unmute it</source>
        <translation>对此服务器忽略的规则；选择一条即可恢复</translation>
    </message>
    <message>
        <source>Muted: %1</source>
        <comment>how many rules</comment>
        <translation>已忽略：%1</translation>
    </message>
    <message>
        <source>&amp;Unmute All</source>
        <translation>全部恢复(&amp;U)</translation>
    </message>
    <message>
        <source>Longer than %1: %2</source>
        <translation>长于 %1：%2</translation>
    </message>
    <message>
        <source>Unknown protocol revision: %1</source>
        <translation>版本未知：%1</translation>
    </message>
    <message>
        <source>Schema gives no verdict: %1</source>
        <translation>schema 无法判定：%1</translation>
    </message>
    <message>
        <source>Redacted: %1</source>
        <translation>已遮盖：%1</translation>
    </message>
    <message>
        <source>Still to check: %1</source>
        <comment>messages</comment>
        <translation>尚待检查：%1</translation>
    </message>
    <message>
        <source>Not checked: %1</source>
        <comment>messages</comment>
        <translation>未检查：%1</translation>
    </message>
    <message>
        <source>Messages are validated against the MCP schemas in the background</source>
        <translation>在后台按 MCP 的 Schema 校验消息</translation>
    </message>
    <message>
        <source>Too large to check completely: %1</source>
        <translation>过大，未能检查完：%1</translation>
    </message>
    <message>
        <source>Rules not applied: %1</source>
        <comment>how many</comment>
        <translation>未应用的规则：%1</translation>
    </message>
</context>
<context>
    <name>Pullcord::FindingsModel</name>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Code</source>
        <comment>of a finding</comment>
        <translation>代码</translation>
    </message>
    <message>
        <source>Time (s)</source>
        <translation>时间 (s)</translation>
    </message>
    <message>
        <source>By</source>
        <comment>whose doing it is</comment>
        <translation>来自</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>发现</translation>
    </message>
</context>
<context>
    <name>Pullcord::FindingsPanel</name>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Press Enter or double-click to go to the request</source>
        <translation>按 Enter 或双击可转到请求</translation>
    </message>
    <message>
        <source>No finding matches the filter.</source>
        <translation>没有符合筛选条件的发现。</translation>
    </message>
    <message>
        <source>All findings here are from muted rules.</source>
        <translation>所有发现都属于对此服务器已忽略的规则。</translation>
    </message>
    <message>
        <source>No findings yet. Protocol violations by either side appear here, especially about cancelling: late responses, cancellations of unknown requests, progress that continues.</source>
        <translation>目前没有发现。任一方违反协议的行为会显示在这里，尤其是与取消有关的：迟到的响应、对未知请求的取消、仍在继续的进度。</translation>
    </message>
</context>
<context>
    <name>Pullcord::FollowCommands</name>
    <message>
        <source>Waiting for the output of “%1”…</source>
        <translation>正在等待“%1”的输出…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>Pullcord::FollowDialog</name>
    <message>
        <source>Follow Command</source>
        <translation>跟随命令的输出</translation>
    </message>
    <message>
        <source>&amp;Command that prints a capture:</source>
        <translation>打印捕获文件的命令(&amp;C)：</translation>
    </message>
    <message>
        <source>The window shows its standard output as it arrives, like a capture that is being recorded. You cannot enter a password for the command, so set up a key first.</source>
        <translation>窗口随到随显示其标准输出，与正在录制的捕获文件一样。命令询问密码时无法回答：请先设置密钥。</translation>
    </message>
    <message>
        <source>This runs a program on your computer, without a shell. Run only commands that you trust.</source>
        <translation>这会在您的计算机上运行一个程序，不经过 shell。请只运行您信任的命令。</translation>
    </message>
    <message>
        <source>&amp;Follow</source>
        <translation>跟随(&amp;F)</translation>
    </message>
    <message>
        <source>No shell is used: “%1” is passed to the program unchanged. For a shell, start one: sh -c &apos;…&apos;</source>
        <translation>不使用 shell：“%1”会原样传给程序。如果需要 shell，请启动一个：sh -c &apos;…&apos;</translation>
    </message>
</context>
<context>
    <name>Pullcord::FormTexts</name>
    <message>
        <source>e-mail address</source>
        <translation>电子邮件地址</translation>
    </message>
    <message>
        <source>URI</source>
        <translation>URI</translation>
    </message>
    <message>
        <source>date: YYYY-MM-DD</source>
        <translation>日期：YYYY-MM-DD</translation>
    </message>
    <message>
        <source>date and time: YYYY-MM-DDThh:mm:ssZ</source>
        <translation>日期和时间：YYYY-MM-DDThh:mm:ssZ</translation>
    </message>
    <message>
        <source>time: hh:mm:ssZ</source>
        <translation>时间：hh:mm:ssZ</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>True or false</source>
        <translation>真或假</translation>
    </message>
    <message>
        <source>One of several</source>
        <translation>若干选项之一</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>JSON array</source>
        <translation>JSON 数组</translation>
    </message>
    <message>
        <source>JSON object</source>
        <translation>JSON 对象</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>with %1</source>
        <comment>a member</comment>
        <translation>含 %1</translation>
    </message>
    <message>
        <source>Form %1</source>
        <translation>形式 %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>a range of numbers</comment>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>至多 %1</translation>
    </message>
    <message>
        <source>%1 to %2 characters</source>
        <translation>%1 到 %2 个字符</translation>
    </message>
    <message>
        <source>at least %1 characters</source>
        <translation>至少 %1 个字符</translation>
    </message>
    <message>
        <source>at most %1 characters</source>
        <translation>至多 %1 个字符</translation>
    </message>
    <message>
        <source>e.g. %1</source>
        <translation>例如 %1</translation>
    </message>
</context>
<context>
    <name>Pullcord::GroupEditor</name>
    <message>
        <source>Add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Omit %1</source>
        <translation>省略 %1</translation>
    </message>
    <message>
        <source>(not set)</source>
        <translation>（未设置）</translation>
    </message>
</context>
<context>
    <name>Pullcord::GroupedRequestModel</name>
    <message>
        <source>%1, folded</source>
        <translation>%1，已折叠</translation>
    </message>
    <message>
        <source>%1, unfolded</source>
        <translation>%1，已展开</translation>
    </message>
</context>
<context>
    <name>Pullcord::GuideBrowser</name>
    <message>
        <source>Page of the guide</source>
        <translation>指南页面</translation>
    </message>
</context>
<context>
    <name>Pullcord::GuideWindow</name>
    <message>
        <source>User Guide — Pullcord</source>
        <translation>用户指南 — Pullcord</translation>
    </message>
    <message>
        <source>Contents of the guide</source>
        <translation>指南目录</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>上一页</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>下一页</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Search the guide</source>
        <translation>搜索指南</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a page, and how often it has what was looked for</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>No page contains all of these words.</source>
        <translation>没有页面包含所有这些词语。</translation>
    </message>
    <message>
        <source>This link leaves the guide, to %1</source>
        <translation>这会离开指南，前往 %1</translation>
    </message>
    <message>
        <source>Open in Browser</source>
        <translation>在浏览器中打开</translation>
    </message>
</context>
<context>
    <name>Pullcord::HexModel</name>
    <message>
        <source>Offset</source>
        <comment>of bytes</comment>
        <translation>偏移量</translation>
    </message>
    <message>
        <source>Bytes</source>
        <comment>in hexadecimal digits</comment>
        <translation>字节</translation>
    </message>
    <message>
        <source>Characters</source>
        <comment>that bytes are</comment>
        <translation>字符</translation>
    </message>
</context>
<context>
    <name>Pullcord::HexView</name>
    <message>
        <source>Bytes in hexadecimal digits</source>
        <translation>十六进制数字表示的字节</translation>
    </message>
    <message>
        <source>Only the first %1 are shown; save the content to get all of it</source>
        <translation>仅显示前 %1；请保存内容以获取全部</translation>
    </message>
</context>
<context>
    <name>Pullcord::HostLogMenu</name>
    <message>
        <source>Open Host Lo&amp;g</source>
        <translation>打开宿主日志(&amp;G)</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <comment>host, server, time</comment>
        <translation>%1：%2（%3）</translation>
    </message>
</context>
<context>
    <name>Pullcord::HttpStory</name>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>First byte</source>
        <translation>首字节</translation>
    </message>
    <message>
        <source>Receive</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>Closed by the client before a response</source>
        <translation>在响应之前由客户端关闭</translation>
    </message>
    <message>
        <source>No response</source>
        <translation>没有响应</translation>
    </message>
    <message>
        <source>Closed by the client after %1 of the body</source>
        <translation>收到 %1 正文后由客户端关闭</translation>
    </message>
    <message>
        <source>Broken off after %1 of the body</source>
        <translation>收到 %1 正文后中断</translation>
    </message>
    <message>
        <source>Complete, %1 of body</source>
        <translation>完整，正文 %1</translation>
    </message>
    <message>
        <source>Exchange %1</source>
        <translation>交互 %1</translation>
    </message>
    <message>
        <source>%1: exchange %2</source>
        <comment>what it was for</comment>
        <translation>%1：交互 %2</translation>
    </message>
    <message>
        <source>Still open: more may arrive.</source>
        <translation>仍然打开：可能还有更多内容。</translation>
    </message>
    <message>
        <source>Still open: no response yet.</source>
        <translation>仍然打开：还没有收到响应。</translation>
    </message>
</context>
<context>
    <name>Pullcord::HttpTab</name>
    <message>
        <source>HTTP exchanges</source>
        <translation>HTTP 交互</translation>
    </message>
    <message>
        <source>Sent again</source>
        <translation>再次发送</translation>
    </message>
    <message>
        <source>Resumed</source>
        <translation>继续接收</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>what an exchange was for, and what else</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>No HTTP exchange belongs to this item.</source>
        <translation>没有属于它的 HTTP 交互。</translation>
    </message>
</context>
<context>
    <name>Pullcord::HttpTexts</name>
    <message>
        <source>%1 in %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>closed by the client, %1</source>
        <translation>由客户端关闭，%1</translation>
    </message>
    <message>
        <source>broken, %1</source>
        <translation>中断，%1</translation>
    </message>
    <message>
        <source>complete, %1</source>
        <translation>完整，%1</translation>
    </message>
    <message>
        <source>comment</source>
        <translation>注释</translation>
    </message>
    <message>
        <source>cut off by the end of the stream</source>
        <translation>因流结束而被截断</translation>
    </message>
    <message>
        <source>event %1</source>
        <translation>事件 %1</translation>
    </message>
    <message>
        <source>id %1</source>
        <translation>id %1</translation>
    </message>
    <message>
        <source>retry after %1 ms</source>
        <translation>%1 毫秒后重试</translation>
    </message>
</context>
<context>
    <name>Pullcord::HttpView</name>
    <message>
        <source>Request headers</source>
        <translation>请求头</translation>
    </message>
    <message>
        <source>Response headers</source>
        <translation>响应头</translation>
    </message>
    <message>
        <source>Body</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>计时</translation>
    </message>
</context>
<context>
    <name>Pullcord::ImagePiece</name>
    <message>
        <source>%1 × %2 px</source>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <source>Declared as %1, but it is %2.</source>
        <translation>声称是 %1，实际是 %2。</translation>
    </message>
    <message>
        <source>no particular type</source>
        <translation>未说明类型</translation>
    </message>
    <message>
        <source>Image, %1 by %2 pixels</source>
        <translation>图像，%1 × %2 像素</translation>
    </message>
</context>
<context>
    <name>Pullcord::ImportDialog</name>
    <message>
        <source>Choose a source. Importing never starts a server.</source>
        <translation>选择来源。导入绝不会启动服务器。</translation>
    </message>
    <message>
        <source>Import Servers</source>
        <translation>导入服务器</translation>
    </message>
    <message>
        <source>Servers found</source>
        <translation>找到的服务器</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Add to the &amp;group:</source>
        <translation>放入分组(&amp;G)：</translation>
    </message>
    <message>
        <source>&amp;Import</source>
        <translation>导入(&amp;I)</translation>
    </message>
    <message>
        <source>Choose &amp;File…</source>
        <translation>选择文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Read a configuration, such as mcp.json</source>
        <translation>读取配置，如 mcp.json</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Read the copied configuration</source>
        <translation>读取已复制的配置</translation>
    </message>
    <message>
        <source>This is not a file.</source>
        <translation>这不是文件。</translation>
    </message>
    <message>
        <source>Cannot read the file: %1.</source>
        <translation>无法读取文件：%1。</translation>
    </message>
    <message>
        <source>The file is too large for a configuration.</source>
        <translation>对配置来说，此文件太长。</translation>
    </message>
    <message>
        <source>the pasted text</source>
        <translation>粘贴的内容</translation>
    </message>
    <message>
        <source>From %1:</source>
        <translation>来自“%1”：</translation>
    </message>
    <message>
        <source>Values are treated as secrets and never saved. Pullcord keeps the values of %1 until it quits, then asks again.</source>
        <translation>值视为机密，从不保存。Pullcord 在退出前保留 %1 的值，之后会再次询问。</translation>
    </message>
    <message numerus="yes">
        <source>From %1, %n servers:</source>
        <translation>
            <numerusform>来自“%1”，%n 个服务器：</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Import %n Servers</source>
        <translation>
            <numerusform>导入 %n 个服务器(&amp;I)</numerusform>
        </translation>
    </message>
    <message>
        <source>Configurations (*.json *.jsonc *.toml *.yaml *.yml);;All files (*)</source>
        <translation>配置 (*.json *.jsonc *.toml *.yaml *.yml);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Already saved as %1.</source>
        <translation>已保存，名为 %1。</translation>
    </message>
</context>
<context>
    <name>Pullcord::ServerRow</name>
    <message>
        <source>Disabled in the configuration.</source>
        <translation>在配置中已停用。</translation>
    </message>
    <message>
        <source>For the project: %1</source>
        <translation>所属项目：%1</translation>
    </message>
</context>
<context>
    <name>Pullcord::ItemPanel</name>
    <message>
        <source>About the selection</source>
        <translation>关于所选内容</translation>
    </message>
    <message>
        <source>%1 *</source>
        <comment>a required argument</comment>
        <translation>%1 *</translation>
    </message>
    <message>
        <source>Expands to %1</source>
        <comment>a URI</comment>
        <translation>展开为 %1</translation>
    </message>
    <message>
        <source>Required but empty: %1</source>
        <translation>必填但为空：%1</translation>
    </message>
</context>
<context>
    <name>Pullcord::JsonEditor</name>
    <message>
        <source>Line %1, column %2: %3</source>
        <translation>第 %1 行，第 %2 列：%3</translation>
    </message>
    <message>
        <source>Enter a JSON object: { … }</source>
        <translation>请输入 JSON 对象：{ … }</translation>
    </message>
    <message>
        <source>Too long to edit here: only the beginning is shown. All of it is kept.</source>
        <translation>太长，无法在此编辑：这只是开头。全部内容都会保留。</translation>
    </message>
</context>
<context>
    <name>Pullcord::JsonTreeModel</name>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>Pullcord::LabForm</name>
    <message>
        <source>Call any&amp;way</source>
        <translation>仍然调用(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Also send invalid cancellations</source>
        <translation>也发送无效的取消(&amp;A)</translation>
    </message>
    <message>
        <source>Number of calls, each cancelled while it runs</source>
        <translation>调用该工具并在其工作时取消的次数</translation>
    </message>
    <message>
        <source>Earliest cancellation, as a share of the duration of a call</source>
        <translation>最早的取消，以占调用用时的比例表示</translation>
    </message>
    <message>
        <source>Latest cancellation, as a share of the duration of a call</source>
        <translation>最晚的取消，以占调用用时的比例表示</translation>
    </message>
    <message>
        <source> %</source>
        <comment>a share</comment>
        <translation> %</translation>
    </message>
    <message>
        <source>Number of calls to cancel that are in flight at the same time</source>
        <translation>同时进行的、将被取消的调用数</translation>
    </message>
    <message>
        <source>Number of additional calls that are not cancelled; each must get its result</source>
        <translation>在它们旁边不被取消的调用数：它们必须得到响应</translation>
    </message>
    <message>
        <source>&amp;Tool:</source>
        <translation>工具(&amp;T)：</translation>
    </message>
    <message>
        <source>Ar&amp;guments:</source>
        <translation>参数(&amp;G)：</translation>
    </message>
    <message>
        <source>Arguments of each call</source>
        <translation>每次调用的参数</translation>
    </message>
    <message>
        <source>The tool is called many times and interrupted while it works</source>
        <translation>它会被调用许多次，并在工作途中被停止</translation>
    </message>
    <message>
        <source>Ca&amp;ncels:</source>
        <translation>取消次数(&amp;N)：</translation>
    </message>
    <message>
        <source>t&amp;o</source>
        <translation>到(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;From:</source>
        <translation>从(&amp;F)：</translation>
    </message>
    <message>
        <source>At the same t&amp;ime:</source>
        <translation>同时进行(&amp;I)：</translation>
    </message>
    <message>
        <source>&amp;Bystanders:</source>
        <translation>旁观请求(&amp;B)：</translation>
    </message>
    <message>
        <source>Time limit for the tool to finish. If it takes longer, the shares refer to this time.</source>
        <translation>工具自行结束最多可以用多长时间；若用时更长，比例便以此为准</translation>
    </message>
    <message>
        <source>&amp;Longest call:</source>
        <translation>最长调用(&amp;L)：</translation>
    </message>
    <message>
        <source>Cancellations with a wrong id, without an id, sent twice, after the response, …</source>
        <translation>id 错误、没有 id、重复、在响应之后等的取消…</translation>
    </message>
    <message>
        <source>The cancellation of initialize needs a new connection: use pullcord-cli lab.</source>
        <translation>取消 initialize 留给 pullcord-cli lab：它需要重新建立连接。</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>The server offers no tool to call.</source>
        <translation>服务器没有提供可调用的工具。</translation>
    </message>
    <message>
        <source>The arguments are not a JSON object.</source>
        <translation>参数不是 JSON 对象。</translation>
    </message>
    <message>
        <source>Tick “Call anyway” to confirm that this tool may be called.</source>
        <translation>请勾选“仍然调用”以确认可以调用该工具。</translation>
    </message>
    <message>
        <source>Nothing to run: set Cancels above 0, or include invalid ones.</source>
        <translation>没有可运行的内容：请把取消次数设为大于 0，或包括无效的取消。</translation>
    </message>
    <message>
        <source>the arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>The tool does not accept this: %1 %2.</source>
        <translation>工具不接受：%1 %2。</translation>
    </message>
</context>
<context>
    <name>Pullcord::LabPlot</name>
    <message>
        <source>%1: cancelled after %2</source>
        <comment>a trial</comment>
        <translation>%1：在 %2 之后取消</translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation>间隔 %1</translation>
    </message>
    <message>
        <source>nothing received</source>
        <translation>未收到任何内容</translation>
    </message>
    <message>
        <source>Gap by cancellation time</source>
        <translation>间隔与取消时刻</translation>
    </message>
    <message>
        <source>No call has been cancelled yet. Press Start.</source>
        <translation>尚未取消任何调用。请按“开始”。</translation>
    </message>
    <message>
        <source>The arrow keys go from mark to mark.</source>
        <translation>方向键在记号之间移动。</translation>
    </message>
    <message>
        <source>Gap</source>
        <comment>from the cancel to the last that came</comment>
        <translation>间隔</translation>
    </message>
    <message>
        <source>Cancelled after</source>
        <translation>取消于</translation>
    </message>
    <message>
        <source>%1: to be cancelled after %2, %3</source>
        <comment>a trial, when, its outcome</comment>
        <translation>%1：本应在 %2 后取消，%3</translation>
    </message>
    <message>
        <source>%1: cancelled at once</source>
        <comment>a trial</comment>
        <translation>%1：立即取消</translation>
    </message>
</context>
<context>
    <name>Pullcord::LabTrialModel</name>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>试验内容</translation>
    </message>
    <message>
        <source>Cancelled at</source>
        <comment>a time</comment>
        <translation>取消时刻</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Gap</source>
        <comment>from the cancel to the last that came</comment>
        <translation>间隔</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>Pullcord::LabVerdictModel</name>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Found</source>
        <comment>how often</comment>
        <translation>次数</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>Pullcord::LabWindow</name>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>Sto&amp;p</source>
        <translation>停止(&amp;P)</translation>
    </message>
    <message>
        <source>Cancel the calls in flight and skip the remaining trials</source>
        <translation>取消进行中的调用，不再继续试验</translation>
    </message>
    <message>
        <source>&amp;Export Report…</source>
        <translation>导出报告(&amp;E)…</translation>
    </message>
    <message>
        <source>Write the results to a file</source>
        <translation>将结果写入文件</translation>
    </message>
    <message>
        <source>Cancellation Lab</source>
        <translation>取消实验</translation>
    </message>
    <message>
        <source>Finished trials</source>
        <translation>已结束的试验</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>试验</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Calls a tool repeatedly, cancels each call at a different moment, and reports how the server reacts. Nothing has been run yet.</source>
        <translation>反复调用一个工具，每次在不同的时刻取消，并说明服务器如何对待。尚未进行任何试验。</translation>
    </message>
    <message>
        <source>The server is not connected.</source>
        <translation>服务器未连接。</translation>
    </message>
    <message>
        <source>The lab is running</source>
        <translation>正在进行</translation>
    </message>
    <message>
        <source>Start the trials</source>
        <translation>开始试验</translation>
    </message>
    <message>
        <source>%1 takes %2.</source>
        <translation>%1 用时 %2。</translation>
    </message>
    <message>
        <source>%1 did not end within %2.</source>
        <translation>%1 在 %2 内没有结束。</translation>
    </message>
    <message>
        <source>Calling %1 once to the end, to measure how long it takes…</source>
        <translation>正在完整调用一次 %1，看它用时多长…</translation>
    </message>
    <message>
        <source>%1 %2 of %3 trials finished.</source>
        <translation>%1 已结束 %2 项试验，共 %3 项。</translation>
    </message>
    <message>
        <source>%1 All trials finished. See “Rules” for the verdicts.</source>
        <translation>%1 所有试验均已结束。结论见“规则”。</translation>
    </message>
    <message>
        <source>%1 The lab ended before all trials were run: %2.</source>
        <translation>%1 未全部试完便已结束：%2。</translation>
    </message>
    <message>
        <source>Export Report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Written to %1.</source>
        <translation>已写入 %1。</translation>
    </message>
    <message>
        <source>Cannot write the report: %1</source>
        <translation>无法写入报告：%1</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>图</translation>
    </message>
</context>
<context>
    <name>Pullcord::LegTexts</name>
    <message>
        <source>Probably for %1: no other request was open that it could be for</source>
        <translation>可能属于 %1：当时没有其他打开的请求</translation>
    </message>
    <message>
        <source>For %1: it arrived in the stream of its response</source>
        <translation>属于 %1：它是在其响应的流中到来的</translation>
    </message>
    <message>
        <source>Leg %1 of %2 of one call</source>
        <translation>一次调用共 %2 段，此为第 %1 段</translation>
    </message>
    <message>
        <source>Legs: %1</source>
        <translation>各段：%1</translation>
    </message>
    <message>
        <source>Page %1 of %2 of one list</source>
        <translation>同一列表 %2 页中的第 %1 页</translation>
    </message>
    <message>
        <source>Pages: %1</source>
        <translation>页：%1</translation>
    </message>
</context>
<context>
    <name>Pullcord::LineEditor</name>
    <message>
        <source>Choose a date for %1</source>
        <translation>为 %1 选择日期</translation>
    </message>
</context>
<context>
    <name>Pullcord::LinkPiece</name>
    <message>
        <source>The link has no URI.</source>
        <translation>此链接没有 URI。</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Read this resource from the server</source>
        <translation>从服务器读取此资源</translation>
    </message>
</context>
<context>
    <name>Pullcord::ListEditor</name>
    <message>
        <source>Add an element to %1</source>
        <translation>向 %1 添加元素</translation>
    </message>
    <message>
        <source>Omit %1</source>
        <translation>省略 %1</translation>
    </message>
    <message>
        <source>Show more elements</source>
        <translation>显示更多元素</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>显示更多</translation>
    </message>
    <message>
        <source>Add</source>
        <comment>an element</comment>
        <translation>添加</translation>
    </message>
    <message>
        <source>(not set)</source>
        <translation>（未设置）</translation>
    </message>
    <message>
        <source>(empty)</source>
        <comment>an array</comment>
        <translation>（空）</translation>
    </message>
    <message>
        <source>element %1 of %2</source>
        <translation>第 %1 个元素，共 %2 个</translation>
    </message>
    <message>
        <source>Move %1 up</source>
        <translation>上移 %1</translation>
    </message>
    <message>
        <source>Move %1 down</source>
        <translation>下移 %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
</context>
<context>
    <name>Pullcord::LoadGraph</name>
    <message>
        <source>Processor use after the cancellation</source>
        <translation>取消之后的处理器占用</translation>
    </message>
    <message>
        <source>%1 to %2 after it: %3</source>
        <comment>times, then a share of a processor</comment>
        <translation>取消之后 %1 至 %2：%3</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>Pullcord::LoadTexts</name>
    <message>
        <source>Processes of the server</source>
        <translation>服务器的进程</translation>
    </message>
    <message>
        <source>processes at the end: at least %1, too many to inspect all</source>
        <translation>结束时的进程：至少 %1 个，太多，无法全部观察</translation>
    </message>
    <message>
        <source>processes at the end: %1, threads: %2</source>
        <translation>结束时的进程：%1，线程：%2</translation>
    </message>
    <message>
        <source>%1 of a core in the %2 after the cancellation: evidence of what the whole server does, not proof</source>
        <translation>取消之后 %2 内占用一个核心的 %1：这是整个服务器活动的迹象，不是证明</translation>
    </message>
    <message>
        <source>read %1, written %2</source>
        <comment>numbers of bytes</comment>
        <translation>读取 %1，写入 %2</translation>
    </message>
    <message>
        <source>Not visible: the server is behind a URL.</source>
        <translation>无法看到：服务器位于 URL 之后。</translation>
    </message>
    <message>
        <source>No data: the system provided none, or the processes were not sampled.</source>
        <translation>此处对它们一无所知：系统没有提供，或没有观察。</translation>
    </message>
    <message>
        <source>Processes are sampled only after a cancellation, and this request was not cancelled.</source>
        <translation>仅在取消之后对进程采样，而此请求未被取消。</translation>
    </message>
    <message>
        <source>The server runs elsewhere, behind %1, and is not visible. These figures are for %1 only.</source>
        <translation>服务器在别处运行，位于 %1 之后，无法看到：这些数字属于 %1。</translation>
    </message>
</context>
<context>
    <name>Pullcord::ServerLogBar</name>
    <message>
        <source>Level requested from the server</source>
        <translation>要求服务器发送的级别</translation>
    </message>
    <message>
        <source>Minimum level</source>
        <translation>显示的最低级别</translation>
    </message>
    <message>
        <source>Shows messages of this level and above</source>
        <translation>显示此级别及以上的内容</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>所有级别</translation>
    </message>
    <message>
        <source>%1 and above</source>
        <comment>a log level</comment>
        <translation>%1 及以上</translation>
    </message>
    <message>
        <source>Filter log</source>
        <translation>筛选日志</translation>
    </message>
    <message>
        <source>Shows messages that contain this text in the level, logger or data; case is ignored</source>
        <translation>只显示级别、记录器或数据中含有此文字的内容，不区分大小写</translation>
    </message>
    <message>
        <source>As&amp;k for:</source>
        <comment>a log level</comment>
        <translation>要求级别(&amp;K)：</translation>
    </message>
    <message>
        <source>server&apos;s choice</source>
        <comment>of the log level</comment>
        <translation>由服务器决定</translation>
    </message>
    <message>
        <source>server&apos;s choice, once reconnected</source>
        <comment>of the log level</comment>
        <translation>由服务器决定（重新连接后）</translation>
    </message>
    <message>
        <source>none</source>
        <comment>of the log level</comment>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>Pullcord::GrowingTableView</name>
    <message>
        <source>Reset Columns</source>
        <translation>重置列</translation>
    </message>
    <message>
        <source>Sort by “%1”, Ascending</source>
        <comment>title of a column</comment>
        <translation>按“%1”升序</translation>
    </message>
    <message>
        <source>Sort by “%1”, Descending</source>
        <comment>title of a column</comment>
        <translation>按“%1”降序</translation>
    </message>
    <message>
        <source>Order of Arrival</source>
        <translation>到达顺序</translation>
    </message>
</context>
<context>
    <name>Pullcord::Look</name>
    <message>
        <source>connection lost</source>
        <translation>连接已丢失</translation>
    </message>
    <message numerus="yes">
        <source>%Ln in flight</source>
        <translation>
            <numerusform>%Ln 个进行中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln questions to answer</source>
        <translation>
            <numerusform>%Ln 个问题待回答</numerusform>
        </translation>
    </message>
    <message>
        <source>New Tab</source>
        <translation>新标签页</translation>
    </message>
    <message>
        <source>Unnamed</source>
        <translation>未命名</translation>
    </message>
</context>
<context>
    <name>Pullcord::MainWindow</name>
    <message>
        <source>%1 — Pullcord</source>
        <translation>%1 — Pullcord</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>name, number</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Drop captures to open them, or a configuration of another tool to import its servers</source>
        <translation>放下捕获文件即可打开；放下其他工具的配置文件即可从中取得服务器</translation>
    </message>
</context>
<context>
    <name>Pullcord::MarkCommands</name>
    <message>
        <source>Marks in this tab are temporary and will not be saved. %1</source>
        <translation>此标签页中的标记是临时的，不会保存。%1</translation>
    </message>
</context>
<context>
    <name>Pullcord::MarkTexts</name>
    <message>
        <source>red</source>
        <translation>红</translation>
    </message>
    <message>
        <source>orange</source>
        <translation>橙</translation>
    </message>
    <message>
        <source>yellow</source>
        <translation>黄</translation>
    </message>
    <message>
        <source>green</source>
        <translation>绿</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>蓝</translation>
    </message>
    <message>
        <source>purple</source>
        <translation>紫</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>note: %1</source>
        <translation>备注：%1</translation>
    </message>
    <message>
        <source>%1 by the rule “%2”</source>
        <comment>a color</comment>
        <translation>%1，按规则“%2”</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>备注：%1</translation>
    </message>
</context>
<context>
    <name>Pullcord::MembersEditor</name>
    <message>
        <source>Show %1 more of %2</source>
        <translation>再显示 %1 项，共 %2 项</translation>
    </message>
    <message>
        <source>Nothing to fill in.</source>
        <translation>没有需要填写的内容。</translation>
    </message>
    <message>
        <source>name of another member</source>
        <translation>其他成员的名称</translation>
    </message>
    <message>
        <source>Name of a member to add</source>
        <translation>要添加的成员名称</translation>
    </message>
    <message>
        <source>Name of a member to add to %1</source>
        <translation>要添加到 %1 的成员名称</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add the member</source>
        <translation>添加此成员</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
</context>
<context>
    <name>Pullcord::MessageBar</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>Pullcord::MessageModel</name>
    <message>
        <source>#</source>
        <comment>number of the message</comment>
        <translation>#</translation>
    </message>
    <message>
        <source>Time (s)</source>
        <translation>时间（秒）</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>id</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>%1, by hand</source>
        <comment>a message that the user typed</comment>
        <translation>%1，手工</translation>
    </message>
    <message>
        <source>late %1</source>
        <translation>迟到的%1</translation>
    </message>
    <message>
        <source>%1; select the row to read it</source>
        <translation>%1，选中后即可阅读</translation>
    </message>
    <message>
        <source>%1, invalid</source>
        <comment>a message that breaks the schema</comment>
        <translation>%1，无效</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, injected</source>
        <comment>a message that the operator of a proxy sent</comment>
        <translation>%1，注入</translation>
    </message>
    <message>
        <source>%1, withheld</source>
        <comment>a message that a proxy did not pass on</comment>
        <translation>%1，已扣下</translation>
    </message>
    <message>
        <source>%1, refused</source>
        <comment>a message that a proxy did not pass on</comment>
        <translation>%1，已拒绝</translation>
    </message>
</context>
<context>
    <name>Pullcord::MessagesPanel</name>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>No messages yet.</source>
        <translation>还没有任何传输内容。</translation>
    </message>
    <message>
        <source>No message matches the filter.</source>
        <translation>没有符合筛选条件的消息。</translation>
    </message>
    <message>
        <source>Pinned messages</source>
        <translation>固定的消息</translation>
    </message>
</context>
<context>
    <name>Pullcord::MetaFact</name>
    <message>
        <source>malformed, %1: %2</source>
        <translation>格式错误，%1：%2</translation>
    </message>
    <message>
        <source>it is neither a string nor an integer</source>
        <translation>它既不是字符串也不是整数</translation>
    </message>
    <message>
        <source>it is not a string</source>
        <translation>它不是字符串</translation>
    </message>
    <message>
        <source>sampled</source>
        <comment>a trace: it is recorded</comment>
        <translation>已采样</translation>
    </message>
    <message>
        <source>not sampled</source>
        <comment>a trace: it is not recorded</comment>
        <translation>未采样</translation>
    </message>
    <message>
        <source>trace %1, parent span %2, %3</source>
        <translation>跟踪 %1，父 span %2，%3</translation>
    </message>
    <message>
        <source>%1, version %2</source>
        <translation>%1，版本 %2</translation>
    </message>
    <message>
        <source>it contains no name</source>
        <translation>它没有指明任何名称</translation>
    </message>
    <message>
        <source>there is no such level</source>
        <translation>没有这样的级别</translation>
    </message>
    <message>
        <source>it is not an object</source>
        <translation>它不是对象</translation>
    </message>
    <message>
        <source>there are more</source>
        <translation>还有更多</translation>
    </message>
</context>
<context>
    <name>Pullcord::NetworkDialog</name>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>PEM files (*.pem *.crt *.cer *.key);;All files (*)</source>
        <translation>PEM 文件 (*.pem *.crt *.cer *.key);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Not saved.</source>
        <translation>不会保存。</translation>
    </message>
    <message>
        <source>The proxy of the system</source>
        <translation>系统的代理</translation>
    </message>
    <message>
        <source>No proxy</source>
        <translation>无代理</translation>
    </message>
    <message>
        <source>This proxy:</source>
        <translation>此代理：</translation>
    </message>
    <message>
        <source>Address of the proxy</source>
        <translation>代理的地址</translation>
    </message>
    <message>
        <source>http://HOST:PORT or socks5://HOST:PORT, with USER:PASSWORD@ before the host if needed. The password is not saved.</source>
        <translation>http://HOST:PORT 或 socks5://HOST:PORT，需要时在主机前加 USER:PASSWORD@。密码不会保存。</translation>
    </message>
    <message>
        <source>C&amp;A file:</source>
        <translation>C&amp;A 文件：</translation>
    </message>
    <message>
        <source>Choose CA File</source>
        <translation>选择 CA 文件</translation>
    </message>
    <message>
        <source>Certificates (PEM) to trust in addition to those of the system.</source>
        <translation>与系统的证书一同受到信任的证书（PEM）。</translation>
    </message>
    <message>
        <source>Client &amp;certificate:</source>
        <translation>客户端证书(&amp;C)：</translation>
    </message>
    <message>
        <source>Choose Client Certificate</source>
        <translation>选择客户端证书</translation>
    </message>
    <message>
        <source>The certificate (PEM) that the server requires, with its chain.</source>
        <translation>服务器要求的证书（PEM），连同其证书链。</translation>
    </message>
    <message>
        <source>Client &amp;key:</source>
        <translation>客户端密钥(&amp;K)：</translation>
    </message>
    <message>
        <source>Choose Client Key</source>
        <translation>选择客户端密钥</translation>
    </message>
    <message>
        <source>The private key (PEM) of the client certificate. Leave empty if it is in the same file.</source>
        <translation>客户端证书的私钥（PEM）。留空：在同一个文件中。</translation>
    </message>
    <message>
        <source>Pass&amp;phrase of the key:</source>
        <translation>密钥的口令(&amp;P)：</translation>
    </message>
    <message>
        <source>Pro&amp;xy:</source>
        <translation>代理(&amp;X)：</translation>
    </message>
    <message>
        <source>These settings cannot be used: %1.</source>
        <translation>这些设置无法使用：%1。</translation>
    </message>
    <message>
        <source>Type the address of the proxy.</source>
        <translation>请输入代理的地址。</translation>
    </message>
    <message>
        <source>&amp;Follow redirects to other servers</source>
        <translation>跟随指向其他服务器的重定向(&amp;F)</translation>
    </message>
    <message>
        <source>Requests, including tool arguments, are sent wherever the server redirects them, without your headers. Redirects from https to http, or from another machine to this one, are never followed.</source>
        <translation>请求连同工具的参数会发往服务器指定的任何地方；请求头不会。绝不会从 https 到 http，也不会从其他地方到本机。</translation>
    </message>
</context>
<context>
    <name>Pullcord::NoteLine</name>
    <message>
        <source>Add a note</source>
        <translation>添加备注</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Your note, saved with the capture, never sent. Enter saves, Esc reverts.</source>
        <translation>您的备注，随捕获文件保存，从不发送。Enter 保存，Esc 恢复。</translation>
    </message>
</context>
<context>
    <name>Pullcord::NumberBox</name>
    <message>
        <source>A number from %1 to %2</source>
        <comment>that is to be typed</comment>
        <translation>%1 到 %2 之间的数字</translation>
    </message>
    <message>
        <source>“%1” is not between %2 and %3. Keeping %4.</source>
        <translation>“%1”不在 %2 到 %3 之间。保持 %4。</translation>
    </message>
</context>
<context>
    <name>Pullcord::OrderedModel</name>
    <message>
        <source>%1, sorted ascending</source>
        <translation>%1，升序</translation>
    </message>
    <message>
        <source>%1, sorted descending</source>
        <translation>%1，降序</translation>
    </message>
</context>
<context>
    <name>Pullcord::PageMenus</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Server</source>
        <translation>服务器(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Request</source>
        <translation>请求(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Mark</source>
        <translation>标记(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
</context>
<context>
    <name>Pullcord::PaletteCommands</name>
    <message>
        <source>no file is being read or written</source>
        <translation>没有正在读取或写入的文件</translation>
    </message>
    <message>
        <source>no server is saved</source>
        <translation>没有已保存的服务器</translation>
    </message>
    <message>
        <source>no conversation is open</source>
        <translation>没有打开的对话</translation>
    </message>
    <message>
        <source>a file has no server, or no suitable item is selected</source>
        <translation>文件没有服务器，或者没有选中合适的内容</translation>
    </message>
    <message>
        <source>the server is not connected, or no suitable item is selected</source>
        <translation>服务器未连接，或者没有选中合适的内容</translation>
    </message>
    <message>
        <source>nothing is in flight</source>
        <translation>没有进行中的请求</translation>
    </message>
    <message>
        <source>the server does not list its tasks</source>
        <translation>服务器不提供任务列表</translation>
    </message>
    <message>
        <source>no suitable item is selected</source>
        <translation>没有选中合适的内容</translation>
    </message>
    <message>
        <source>Call %1…</source>
        <translation>调用 %1…</translation>
    </message>
    <message>
        <source>Get prompt %1…</source>
        <translation>获取提示 %1…</translation>
    </message>
    <message>
        <source>Read %1…</source>
        <translation>读取 %1…</translation>
    </message>
    <message>
        <source>the server is not connected</source>
        <translation>服务器未连接</translation>
    </message>
    <message>
        <source>Connect to %1</source>
        <translation>连接到 %1</translation>
    </message>
    <message>
        <source>recent server</source>
        <translation>最近的服务器</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>recent capture</source>
        <translation>最近的捕获文件</translation>
    </message>
    <message>
        <source>User Guide</source>
        <translation>用户指南</translation>
    </message>
    <message>
        <source>the tour is on the demo server: close this conversation first</source>
        <translation>导览在演示服务器上进行：请先关闭此对话</translation>
    </message>
    <message>
        <source>there is no other tab</source>
        <translation>没有其他标签页</translation>
    </message>
    <message>
        <source>there is no tab on that side</source>
        <translation>那一侧没有标签页</translation>
    </message>
    <message>
        <source>Go to tab %1</source>
        <translation>转到标签页 %1</translation>
    </message>
    <message>
        <source>the file does not contain the command or URL of its server: use Connect</source>
        <translation>文件不含其服务器的命令或 URL：请使用“连接”</translation>
    </message>
    <message>
        <source>the tab follows no running proxy</source>
        <translation>该标签页没有跟随正在运行的代理</translation>
    </message>
    <message>
        <source>running proxy</source>
        <translation>正在运行的代理</translation>
    </message>
    <message>
        <source>the tab follows no running proxy with rules</source>
        <translation>此标签页没有跟随带有规则的正在运行的代理</translation>
    </message>
</context>
<context>
    <name>Pullcord::PaletteModel</name>
    <message>
        <source>not possible now</source>
        <translation>目前不可用</translation>
    </message>
    <message>
        <source>not possible now: %1</source>
        <translation>目前不可用：%1</translation>
    </message>
</context>
<context>
    <name>Pullcord::PartBar</name>
    <message>
        <source>All progress notifications, including late ones</source>
        <translation>所有进度通知，包括迟到的</translation>
    </message>
    <message>
        <source>Progress (%L1)</source>
        <comment>the number of notifications</comment>
        <translation>进度（%L1）</translation>
    </message>
</context>
<context>
    <name>Pullcord::PeerLabel</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Select &amp;All</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>%1
(%2 characters in all; Copy takes all of them.)</source>
        <comment>the beginning of a text</comment>
        <translation>%1
（共 %2 个字符；“复制”会复制全部。）</translation>
    </message>
</context>
<context>
    <name>Pullcord::PinnedView</name>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
</context>
<context>
    <name>Pullcord::PreferencesDialog</name>
    <message>
        <source>&amp;Keep every conversation as a capture file</source>
        <translation>把每次对话保留为捕获文件(&amp;K)</translation>
    </message>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source> levels</source>
        <translation> 层</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> 毫秒</translation>
    </message>
    <message>
        <source> s</source>
        <comment>seconds</comment>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no timeout</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>If server/discover gets no response within this time, an older revision is assumed</source>
        <translation>如果 server/discover 在此时间内没有得到响应，则视为较旧的版本</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Connections and calls</source>
        <translation>连接和调用</translation>
    </message>
    <message>
        <source>&amp;Probe for the revision:</source>
        <translation>探测版本(&amp;P)：</translation>
    </message>
    <message>
        <source>&amp;Timeout of a call:</source>
        <translation>调用的超时(&amp;T)：</translation>
    </message>
    <message>
        <source>Accepted messages</source>
        <translation>接受的消息</translation>
    </message>
    <message>
        <source>&amp;Nesting up to:</source>
        <translation>嵌套至多(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;Size up to:</source>
        <translation>大小至多(&amp;S)：</translation>
    </message>
    <message>
        <source>Changes apply to new conversations.</source>
        <translation>更改适用于新的对话。</translation>
    </message>
    <message>
        <source>System</source>
        <comment>the language of the system</comment>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>&amp;Language of the window:</source>
        <translation>窗口的语言(&amp;L)：</translation>
    </message>
    <message>
        <source>Takes effect after a restart.</source>
        <translation>重新启动后生效。</translation>
    </message>
    <message>
        <source>Offer to reopen windows and tabs</source>
        <translation>提议重新打开上次的窗口和标签页</translation>
    </message>
    <message>
        <source>Reopen windows and tabs</source>
        <translation>重新打开上次的窗口和标签页</translation>
    </message>
    <message>
        <source>Start with an empty window</source>
        <translation>从空白开始</translation>
    </message>
    <message>
        <source>Captures are shown again, but no server is started</source>
        <translation>捕获文件会再次显示；没有您的同意不会启动服务器</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>&amp;When Pullcord starts:</source>
        <translation>Pullcord 启动时(&amp;W)：</translation>
    </message>
    <message>
        <source>Captures are kept in %1. Pullcord never deletes any by itself.</source>
        <translation>它们保存在 %1 中。Pullcord 不会自行删除任何一个。</translation>
    </message>
    <message>
        <source>Warn when &amp;more than:</source>
        <translation>超过此大小时提示(&amp;M)：</translation>
    </message>
    <message>
        <source>Open new prox&amp;ies automatically</source>
        <translation>自动打开新的代理(&amp;I)</translation>
    </message>
    <message>
        <source>Each proxy that starts gets a tab in the background, which follows its capture</source>
        <translation>每个启动的代理都会在后台得到一个标签页，跟随其捕获文件</translation>
    </message>
</context>
<context>
    <name>Pullcord::ProgressModel</name>
    <message>
        <source>late +%1</source>
        <translation>迟到 +%1</translation>
    </message>
    <message>
        <source>Time (s)</source>
        <translation>时间（秒）</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Message</source>
        <comment>of a progress notification</comment>
        <translation>消息</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>Pullcord::QuestionTexts</name>
    <message>
        <source>at most %1 tokens</source>
        <translation>至多 %1 个 token</translation>
    </message>
    <message>
        <source>model like %1</source>
        <translation>类似 %1 的模型</translation>
    </message>
    <message>
        <source>cost priority %1</source>
        <translation>成本优先级 %1</translation>
    </message>
    <message>
        <source>speed priority %1</source>
        <translation>速度优先级 %1</translation>
    </message>
    <message>
        <source>intelligence priority %1</source>
        <translation>智能优先级 %1</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>温度 %1</translation>
    </message>
    <message>
        <source>stop at %1</source>
        <translation>遇到 %1 时停止</translation>
    </message>
    <message>
        <source>with the context of: %1</source>
        <translation>附带上下文：%1</translation>
    </message>
    <message>
        <source>tools: %1</source>
        <translation>工具：%1</translation>
    </message>
    <message>
        <source>System prompt:</source>
        <translation>系统提示：</translation>
    </message>
    <message>
        <source>%1:</source>
        <comment>speaker of the next lines</comment>
        <translation>%1：</translation>
    </message>
    <message>
        <source>%1 asks for the reply of a language model. Write the model&apos;s reply.</source>
        <translation>%1 希望得到语言模型的回复。请写出模型的回复。</translation>
    </message>
    <message>
        <source>%1 asks which folders it should work with.</source>
        <translation>%1 想知道它应在哪些文件夹中工作。</translation>
    </message>
    <message>
        <source>%1 asks: %2</source>
        <translation>%1 询问：%2</translation>
    </message>
    <message>
        <source>%1 asks you to visit a page.</source>
        <translation>%1 希望您访问一个网页。</translation>
    </message>
    <message>
        <source>%1 asks for information.</source>
        <translation>%1 想了解一些信息。</translation>
    </message>
    <message>
        <source>question %1 of %2</source>
        <translation>第 %1 个问题，共 %2 个</translation>
    </message>
    <message>
        <source>server request %1</source>
        <translation>服务器的请求 %1</translation>
    </message>
    <message>
        <source>for %1</source>
        <comment>a request of ours</comment>
        <translation>为 %1</translation>
    </message>
</context>
<context>
    <name>Pullcord::RawTab</name>
    <message>
        <source>Message, as it was on the wire</source>
        <translation>消息，按实际传输的原样</translation>
    </message>
    <message>
        <source>Bytes of the message</source>
        <translation>消息的字节</translation>
    </message>
    <message>
        <source>Hex</source>
        <comment>a button: bytes in hexadecimal digits</comment>
        <translation>十六进制</translation>
    </message>
</context>
<context>
    <name>Pullcord::RawTemplates</name>
    <message>
        <source>&amp;Request with a Fresh Id</source>
        <translation>使用新 id 的请求(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Notification</source>
        <translation>通知(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Cancel the Selected Request</source>
        <translation>取消选中的请求(&amp;C)</translation>
    </message>
    <message>
        <source>Cancel It with the Other Id &amp;Type (1 and &quot;1&quot;)</source>
        <translation>用 id 的另一种类型取消（1 与 &quot;1&quot;）(&amp;T)</translation>
    </message>
    <message>
        <source>Cancel It T&amp;wice</source>
        <translation>取消两次(&amp;W)</translation>
    </message>
    <message>
        <source>Cancel an &amp;Unknown Id</source>
        <translation>取消未知的 id(&amp;U)</translation>
    </message>
    <message>
        <source>Cancel without an I&amp;d</source>
        <translation>不带 id 取消(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Answer the Server&apos;s Open Request</source>
        <translation>对服务器未决请求的响应(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Batch</source>
        <translation>批量(&amp;B)</translation>
    </message>
    <message>
        <source>Broken &amp;JSON</source>
        <translation>损坏的 JSON(&amp;J)</translation>
    </message>
</context>
<context>
    <name>Pullcord::ReadingCommand</name>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Reading was stopped at %1 % of %2. The rest of the file is not shown.</source>
        <translation>读取在 %2 的 %1 % 处停止。文件中后面的内容没有显示。</translation>
    </message>
    <message>
        <source>Continue Reading</source>
        <translation>继续读取</translation>
    </message>
</context>
<context>
    <name>Pullcord::RecentMenu</name>
    <message>
        <source>&amp;Recent Captures</source>
        <translation>最近的捕获文件(&amp;R)</translation>
    </message>
</context>
<context>
    <name>Pullcord::RedactionModel</name>
    <message>
        <source>%1: %2</source>
        <comment>a rule: how many values it leaves out</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>known secrets</source>
        <translation>已知的机密</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between rules</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>head of the capture</source>
        <translation>捕获文件的首行</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Value</source>
        <comment>the text that is left out</comment>
        <translation>值</translation>
    </message>
    <message>
        <source>Becomes</source>
        <translation>变为</translation>
    </message>
    <message>
        <source>Matches in ids, methods, progress tokens and similar fields, which are never redacted: %1</source>
        <translation>在 id、方法、进度令牌等之中（从不去掉）：%1</translation>
    </message>
</context>
<context>
    <name>Pullcord::RedactionRuleRow</name>
    <message>
        <source>Header</source>
        <translation>标头</translation>
    </message>
    <message>
        <source>Environment variable</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>JSON pointer</source>
        <translation>JSON 指针</translation>
    </message>
    <message>
        <source>Pattern</source>
        <comment>a regular expression</comment>
        <translation>模式</translation>
    </message>
    <message>
        <source>Remove this rule</source>
        <translation>移除此规则</translation>
    </message>
    <message>
        <source>Such as %1</source>
        <translation>例如 %1</translation>
    </message>
    <message>
        <source>A JSON pointer begins with /; * matches any single step.</source>
        <translation>JSON 指针以 / 开头；* 代表任意一级。</translation>
    </message>
    <message>
        <source>rule %1</source>
        <translation>规则 %1</translation>
    </message>
    <message>
        <source>Kind, %1</source>
        <translation>种类，%1</translation>
    </message>
    <message>
        <source>Value to redact, %1</source>
        <translation>要去掉的内容，%1</translation>
    </message>
    <message>
        <source>Remove, %1</source>
        <translation>移除，%1</translation>
    </message>
</context>
<context>
    <name>Pullcord::RequestCommands</name>
    <message>
        <source>“%1” cannot be cancelled: the protocol forbids it. To stop it, disconnect.</source>
        <translation>“%1”无法取消：协议禁止这样做。要停止它，请断开连接。</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>断开连接</translation>
    </message>
    <message>
        <source>Nothing to cancel: no request is selected.</source>
        <translation>没有可取消的内容：没有选中请求。</translation>
    </message>
    <message>
        <source>Nothing to cancel: the selected requests are not in flight.</source>
        <translation>没有可取消的内容：选中的请求不在等待响应。</translation>
    </message>
    <message>
        <source>An answer is no longer needed. %1.</source>
        <translation>已不再需要回答。%1。</translation>
    </message>
    <message>
        <source>The server asks: %1</source>
        <translation>服务器询问：%1</translation>
    </message>
    <message>
        <source>The server asks (%1): %2</source>
        <translation>服务器询问 (%1)：%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 — and %n more</source>
        <translation>
            <numerusform>%1 — 另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>The requests in flight cannot be cancelled: the protocol forbids it. To stop them, disconnect.</source>
        <translation>进行中的请求无法取消：协议禁止这样做。要停止它，请断开连接。</translation>
    </message>
    <message>
        <source>The server asks no question for the selected request, but it does for another.</source>
        <translation>服务器没有为所选请求提问，但为另一个请求提了问。</translation>
    </message>
    <message>
        <source>Show the Question</source>
        <translation>显示它的提问</translation>
    </message>
</context>
<context>
    <name>Pullcord::RequestDelegate</name>
    <message>
        <source>Answer…</source>
        <translation>回答…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>Pullcord::RequestFacts</name>
    <message>
        <source>id %1</source>
        <translation>id %1</translation>
    </message>
    <message>
        <source>typed by hand</source>
        <translation>手工输入</translation>
    </message>
    <message>
        <source>the server did not accept the cancellation: %1</source>
        <translation>服务器没有接受取消：%1</translation>
    </message>
    <message>
        <source>request %1</source>
        <translation>请求 %1</translation>
    </message>
    <message>
        <source>response %1</source>
        <translation>响应 %1</translation>
    </message>
    <message>
        <source>This arrived +%1 after the cancellation.</source>
        <translation>这是在取消后 +%1 到达的。</translation>
    </message>
    <message>
        <source>This arrived +%1 after its request had ended.</source>
        <translation>这是在其请求结束后 +%1 到达的。</translation>
    </message>
    <message>
        <source>progress %1</source>
        <translation>进度 %1</translation>
    </message>
    <message>
        <source>This arrived after its request had ended.</source>
        <translation>此消息在其请求结束后才到达。</translation>
    </message>
</context>
<context>
    <name>Pullcord::RequestGroup</name>
    <message numerus="yes">
        <source>%Ln not successful</source>
        <translation>
            <numerusform>%Ln 个未成功</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more legs</source>
        <translation>
            <numerusform>另有 %Ln 段</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln polls</source>
        <translation>
            <numerusform>%Ln 次轮询</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>asked %Ln times</source>
        <comment>by the server</comment>
        <translation>
            <numerusform>询问 %Ln 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <comment>requests about a task</comment>
        <translation>
            <numerusform>另有 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more pages</source>
        <comment>of a list</comment>
        <translation>
            <numerusform>另有 %Ln 页</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::RequestModel</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Size of the request</source>
        <translation>请求的大小</translation>
    </message>
    <message>
        <source>#</source>
        <comment>number of the request</comment>
        <translation>#</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>id</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Name</source>
        <comment>of the tool, prompt or resource</comment>
        <translation>名称</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Cancel</source>
        <comment>how a request was cancelled</comment>
        <translation>取消</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Reason</source>
        <comment>of the cancellation, or of the failure</comment>
        <translation>原因</translation>
    </message>
    <message>
        <source>Request</source>
        <comment>its size</comment>
        <translation>请求</translation>
    </message>
    <message>
        <source>Response</source>
        <comment>its size</comment>
        <translation>响应</translation>
    </message>
    <message>
        <source>A request from the server</source>
        <translation>服务器发来的请求</translation>
    </message>
    <message>
        <source>A request to the server, typed by hand</source>
        <translation>发往服务器的请求，手工输入</translation>
    </message>
    <message>
        <source>A request to the server</source>
        <translation>发往服务器的请求</translation>
    </message>
    <message>
        <source>Another request with this id was open</source>
        <translation>另有一个使用此 id 的请求处于打开状态</translation>
    </message>
    <message>
        <source>The stream of its response: %1 after the cancellation</source>
        <translation>其响应的流：取消后 %1</translation>
    </message>
    <message>
        <source>Asks you</source>
        <translation>等待您的回答</translation>
    </message>
    <message>
        <source>Size of the response, without progress</source>
        <translation>响应的大小，不含进度</translation>
    </message>
    <message>
        <source>Progress: %1</source>
        <translation>进度：%1</translation>
    </message>
    <message>
        <source>Needs input</source>
        <translation>等待输入</translation>
    </message>
    <message>
        <source>%1 · invalid</source>
        <comment>a state; a message breaks the rules</comment>
        <translation>%1 · 无效</translation>
    </message>
    <message>
        <source>Stopped</source>
        <comment>a list that would never end</comment>
        <translation>已停止</translation>
    </message>
    <message>
        <source>It was for the task %1, which was cancelled</source>
        <translation>它属于任务 %1，该任务已取消</translation>
    </message>
    <message>
        <source>It was for request %1, which was abandoned</source>
        <translation>它属于请求 %1，该请求已放弃</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what became of a call, and why</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>sent +%1</source>
        <comment>tasks/cancel; how long after the call</comment>
        <translation>已发送 +%1</translation>
    </message>
    <message>
        <source>sent</source>
        <comment>tasks/cancel</comment>
        <translation>已发送</translation>
    </message>
    <message>
        <source>%1 late</source>
        <comment>how long after a cancel something came</comment>
        <translation>迟到 %1</translation>
    </message>
    <message>
        <source>It started at %1 s and was recorded for %2.</source>
        <translation>开始于 %1 s，录制了 %2。</translation>
    </message>
    <message>
        <source>client waited</source>
        <translation>客户端曾等待</translation>
    </message>
    <message>
        <source>server waited</source>
        <translation>服务器曾等待</translation>
    </message>
    <message>
        <source>client waits %1</source>
        <translation>客户端等待 %1</translation>
    </message>
    <message>
        <source>server waits %1</source>
        <translation>服务器等待 %1</translation>
    </message>
    <message>
        <source>client waits</source>
        <translation>客户端在等待</translation>
    </message>
    <message>
        <source>server waits</source>
        <translation>服务器在等待</translation>
    </message>
    <message>
        <source>client got an error</source>
        <translation>客户端得到错误</translation>
    </message>
    <message>
        <source>server got an error</source>
        <translation>服务器得到错误</translation>
    </message>
    <message>
        <source>error</source>
        <comment>got by a side</comment>
        <translation>错误</translation>
    </message>
    <message>
        <source>client cancelled, too</source>
        <translation>客户端也已取消</translation>
    </message>
    <message>
        <source>server cancelled, too</source>
        <translation>服务器也已取消</translation>
    </message>
    <message>
        <source>closed while client waited</source>
        <translation>客户端等待时已关闭</translation>
    </message>
    <message>
        <source>closed while server waited</source>
        <translation>服务器等待时已关闭</translation>
    </message>
    <message>
        <source>closed</source>
        <comment>while a side waited</comment>
        <translation>已关闭</translation>
    </message>
</context>
<context>
    <name>Pullcord::RequestMoment</name>
    <message>
        <source>Queued</source>
        <translation>已排队</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>Sent by the server</source>
        <translation>由服务器发送</translation>
    </message>
    <message>
        <source>First progress</source>
        <translation>首次进度</translation>
    </message>
    <message>
        <source>Cancel on the wire</source>
        <translation>取消已发出</translation>
    </message>
    <message>
        <source>Stream closed by the client</source>
        <translation>流由客户端关闭</translation>
    </message>
    <message>
        <source>Stream ended by the server</source>
        <translation>流由服务器结束</translation>
    </message>
    <message>
        <source>Responded with questions</source>
        <translation>以问题作为响应</translation>
    </message>
    <message>
        <source>Late response</source>
        <translation>迟到的响应</translation>
    </message>
    <message>
        <source>Last activity</source>
        <translation>最后的活动迹象</translation>
    </message>
    <message>
        <source>The recording ended</source>
        <translation>录制结束</translation>
    </message>
</context>
<context>
    <name>Pullcord::RequestPart</name>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>Cancel message</source>
        <translation>取消消息</translation>
    </message>
    <message>
        <source>Closed stream</source>
        <translation>已关闭的流</translation>
    </message>
    <message>
        <source>Late response</source>
        <translation>迟到的响应</translation>
    </message>
    <message>
        <source>Task result</source>
        <translation>任务结果</translation>
    </message>
    <message>
        <source>Not sent</source>
        <comment>a request</comment>
        <translation>未发送</translation>
    </message>
</context>
<context>
    <name>Pullcord::RequestsPanel</name>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>No requests yet. Every request in either direction appears here.</source>
        <translation>还没有请求。任一方向的每个请求都会显示在此处。</translation>
    </message>
    <message>
        <source>Reason for cancelling</source>
        <translation>取消的原因</translation>
    </message>
    <message>
        <source>Reason for cancelling. It is sent with the cancellation. Enter cancels the selected requests.</source>
        <translation>您取消的原因。它会随取消一起发送。按 Enter 取消选中的请求。</translation>
    </message>
    <message>
        <source>Reason for cancelling. Here a request is cancelled by closing its stream: the reason is not sent, but saved as a note in the capture. Enter cancels the selected requests.</source>
        <translation>您取消的原因。此处通过关闭请求的流来取消，不发送任何内容：原因只作为备注保留在捕获文件中。按 Enter 取消选中的请求。</translation>
    </message>
    <message>
        <source>sent along; Enter cancels</source>
        <translation>一并发送；按 Enter 取消</translation>
    </message>
    <message>
        <source>saved as a note; Enter cancels</source>
        <translation>只保留在此处的备注；按 Enter 取消</translation>
    </message>
    <message>
        <source>No request matches the filter.</source>
        <translation>没有符合筛选条件的请求。</translation>
    </message>
    <message>
        <source>Pinned requests</source>
        <translation>固定的请求</translation>
    </message>
    <message>
        <source>Reas&amp;on:</source>
        <translation>原因(&amp;O)：</translation>
    </message>
</context>
<context>
    <name>Pullcord::ResultContent</name>
    <message>
        <source>The response to tools/call has no array “content”</source>
        <translation>tools/call 的响应中没有数组“content”</translation>
    </message>
</context>
<context>
    <name>Pullcord::ResultTab</name>
    <message>
        <source>Content of the message</source>
        <translation>消息带来的内容</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示</translation>
    </message>
    <message>
        <source>Structured content</source>
        <translation>结构化内容</translation>
    </message>
    <message>
        <source>The tool reports that it failed (isError).</source>
        <translation>工具表示它失败了 (isError)。</translation>
    </message>
    <message>
        <source>Message without content</source>
        <translation>没有内容的消息</translation>
    </message>
    <message>
        <source>No content.</source>
        <translation>其中没有内容。</translation>
    </message>
    <message>
        <source>%1 Read reloads it anyway.</source>
        <comment>a sentence</comment>
        <translation>%1“读取”仍会重新请求。</translation>
    </message>
</context>
<context>
    <name>Pullcord::TabRestorer</name>
    <message>
        <source>The conversation with %1 was not saved.</source>
        <translation>与 %1 的对话没有保存在文件中。</translation>
    </message>
    <message>
        <source>This is the recorded conversation with %1. Its server is not connected.</source>
        <translation>这是与 %1 的录制内容。其服务器未连接。</translation>
    </message>
    <message>
        <source>Connect Again</source>
        <translation>再次连接</translation>
    </message>
    <message numerus="yes">
        <source>Pullcord ended unexpectedly while %Ln tabs were open. Reopening them does not start any server.</source>
        <translation>
            <numerusform>Pullcord 意外结束，当时打开了 %Ln 个标签页。重新打开它们不会启动服务器。</numerusform>
        </translation>
    </message>
    <message>
        <source>Reopen</source>
        <translation>重新打开</translation>
    </message>
</context>
<context>
    <name>Pullcord::DiskSpaceWarning</name>
    <message>
        <source>Kept conversations take %1, more than the %2 set in the preferences. All are marked, so none can be deleted.</source>
        <translation>保留的对话占用 %1，超过了首选项中的 %2。它们都带有标记，因此不能删除。</translation>
    </message>
    <message>
        <source>Kept conversations take %1 of the %2 set in the preferences. Nothing to delete.</source>
        <translation>保留的对话占用 %1（首选项中为 %2）。无需删除。</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>dates</comment>
        <translation>%1 到 %2</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln Conversations</source>
        <translation>
            <numerusform>删除 %Ln 个对话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln conversations were deleted (%1).</source>
        <translation>
            <numerusform>已删除 %Ln 个对话（%1）。</numerusform>
        </translation>
    </message>
    <message>
        <source>No conversation was deleted: all are in use again or cannot be deleted.</source>
        <translation>没有删除任何对话：它们又在使用中，或无法删除。</translation>
    </message>
    <message numerus="yes">
        <source>%1 %Ln others stay: they are in use again, or cannot be deleted.</source>
        <translation>
            <numerusform>%1另有 %Ln 个保留：它们又在使用中，或无法删除。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln old conversations without marks (started %1; %2)?</source>
        <translation>
            <numerusform>要删除 %Ln 个没有标记的旧对话吗（始于 %1，占用 %2）？</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 All kept conversations take %2, more than the %3 set in the preferences.</source>
        <translation>%1保留的全部对话占用 %2，超过了首选项中的 %3。</translation>
    </message>
    <message>
        <source>%1 Conversations that were open since Pullcord started or will be reopened are not included.</source>
        <translation>%1 Pullcord 启动以来打开过的，以及将要重新打开的，不计在内。</translation>
    </message>
</context>
<context>
    <name>Pullcord::RowFilters</name>
    <message>
        <source>All rows here are hidden as noise. Click the button beside the filter to show them.</source>
        <translation>这里的内容都作为噪声隐藏了。按过滤栏旁边的按钮即可查看。</translation>
    </message>
    <message>
        <source>Clear the Filter</source>
        <translation>清除过滤器</translation>
    </message>
</context>
<context>
    <name>Pullcord::SavedMenu</name>
    <message>
        <source>Sa&amp;ved Servers</source>
        <translation>已保存的服务器(&amp;V)</translation>
    </message>
</context>
<context>
    <name>Pullcord::SavedServerList</name>
    <message>
        <source>Saved servers</source>
        <translation>已保存的服务器</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <comment>server, group</comment>
        <translation>%1，位于 %2</translation>
    </message>
</context>
<context>
    <name>Pullcord::SavedServersBox</name>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Imp&amp;ort…</source>
        <translation>导入(&amp;O)…</translation>
    </message>
    <message>
        <source>Import servers from the configuration of another tool</source>
        <translation>从其他工具的配置中导入服务器</translation>
    </message>
    <message>
        <source>Save&amp;d servers:</source>
        <translation>已保存的服务器(&amp;D)：</translation>
    </message>
    <message>
        <source>Dup&amp;licate</source>
        <translation>复制副本(&amp;L)</translation>
    </message>
</context>
<context>
    <name>Pullcord::SchemaEditor</name>
    <message>
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>Show the form</source>
        <translation>显示表单</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Show the JSON</source>
        <translation>显示 JSON</translation>
    </message>
    <message>
        <source>%1 as JSON</source>
        <translation>%1（JSON）</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Start over with the defaults of the schema</source>
        <translation>从 Schema 的默认内容重新开始</translation>
    </message>
    <message>
        <source>JSON (not valid)</source>
        <translation>JSON（无效）</translation>
    </message>
</context>
<context>
    <name>Pullcord::SchemaForm</name>
    <message>
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>The schema itself is invalid, so nothing is checked: %1</source>
        <translation>Schema 本身不正确，因此不做检查：%1</translation>
    </message>
    <message>
        <source>Not checked: %1</source>
        <translation>未检查：%1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln problems: %1</source>
        <translation>
            <numerusform>%Ln 个问题：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a field, and what it must be</comment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>Pullcord::SchemaTab</name>
    <message>
        <source>Schema violations; Enter shows one in the tree</source>
        <translation>不符合 Schema 之处；按 Enter 在树中显示</translation>
    </message>
    <message>
        <source>Not checked: this is not a message.</source>
        <translation>未检查：这不是消息。</translation>
    </message>
    <message>
        <source>the whole message</source>
        <translation>整条消息</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a JSON Pointer, and what should be there</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Double-click or press Enter to show it in the tree</source>
        <translation>双击或按 Enter 即可在树中查看</translation>
    </message>
</context>
<context>
    <name>Pullcord::SecondsBox</name>
    <message>
        <source> s</source>
        <comment>seconds</comment>
        <translation> 秒</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no timeout</comment>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>Pullcord::SendCommands</name>
    <message>
        <source>This is a recorded conversation, without a server. To send the message, connect to a server.</source>
        <translation>这是录制的对话：没有可供发送的服务器。请连接到一个服务器，在那里尝试。</translation>
    </message>
    <message>
        <source>Cannot send: there is no connection. Reconnect first.</source>
        <translation>无法发送：没有连接。请先重新连接。</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>重新连接</translation>
    </message>
    <message>
        <source>Cannot send yet: the handshake with the server is not finished.</source>
        <translation>暂时无法发送：与服务器的握手尚未完成。</translation>
    </message>
</context>
<context>
    <name>Pullcord::SendDialog</name>
    <message>
        <source>E&amp;xactly as typed</source>
        <translation>按输入的原样(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Insert</source>
        <translation>插入(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Send</source>
        <translation>发送(&amp;S)</translation>
    </message>
    <message>
        <source>Send Message</source>
        <translation>发送消息</translation>
    </message>
    <message>
        <source>Start with a template, valid or not</source>
        <translation>从模板开始，无论有效与否</translation>
    </message>
    <message>
        <source>&amp;Message:</source>
        <translation>消息(&amp;M)：</translation>
    </message>
    <message>
        <source>The message to send</source>
        <translation>要发送的消息</translation>
    </message>
    <message>
        <source>Line breaks are sent, too. Otherwise, JSON of several lines is sent as one line, and JSON texts on separate lines are sent as separate messages.</source>
        <translation>换行也会一并发送。否则，多行的 JSON 会合为一行发出，每行一个 JSON 文本时则各作为一条消息发出。</translation>
    </message>
    <message>
        <source>Sent &amp;from here:</source>
        <translation>从此处发送的(&amp;F)：</translation>
    </message>
    <message>
        <source>Messages sent from here</source>
        <translation>从此处发送的消息</translation>
    </message>
    <message>
        <source>Press Enter or double-click to edit a message again</source>
        <translation>按 Enter 或双击可重新取用一条消息</translation>
    </message>
    <message numerus="yes">
        <source>Will be sent as %n messages, one per line.</source>
        <translation>
            <numerusform>作为 %n 条消息发出，每行一条。</numerusform>
        </translation>
    </message>
    <message>
        <source>You can send anything that you type here. “Insert” offers templates.</source>
        <translation>此处输入的任何内容都可以发送。“插入”提供模板。</translation>
    </message>
    <message numerus="yes">
        <source>Will be sent with its line breaks; over stdio the server reads %n lines, each as a message.</source>
        <translation>
            <numerusform>连同换行一起发出：在标准输入上即为 %n 行，每行对服务器都是一条消息。</numerusform>
        </translation>
    </message>
    <message>
        <source>Will be sent as one message.</source>
        <translation>作为一条消息发出。</translation>
    </message>
    <message>
        <source>Will be sent unchanged, although it is not JSON.</source>
        <translation>尽管不是 JSON，仍原样发出。</translation>
    </message>
    <message>
        <source>Type a message, such as %1</source>
        <comment>JSON</comment>
        <translation>输入一条消息，例如 %1</translation>
    </message>
    <message>
        <source>Type a message first</source>
        <translation>请先输入一条消息</translation>
    </message>
    <message>
        <source>Send the message (Ctrl+Enter)</source>
        <translation>发送消息（Ctrl+Enter）</translation>
    </message>
</context>
<context>
    <name>Pullcord::ServerCommands</name>
    <message>
        <source>Values for Placeholders</source>
        <translation>占位符的值</translation>
    </message>
    <message>
        <source>The configuration of %1 has placeholders. Enter their values.</source>
        <translation>%1 的配置中有占位符。请输入它们的值。</translation>
    </message>
    <message>
        <source>Passphrase of the key %1:</source>
        <translation>密钥 %1 的口令：</translation>
    </message>
    <message>
        <source>Password for the proxy %1:</source>
        <translation>代理 %1 的密码：</translation>
    </message>
    <message>
        <source>Enter Password</source>
        <translation>输入密码</translation>
    </message>
    <message>
        <source>Export Saved Servers</source>
        <translation>导出已保存的服务器</translation>
    </message>
    <message>
        <source>Configurations (*.json)</source>
        <translation>配置 (*.json)</translation>
    </message>
    <message>
        <source>Cannot write %1: %2.</source>
        <translation>%1 无法写入：%2。</translation>
    </message>
    <message numerus="yes">
        <source>%n servers saved: %1. Each command is shown again before it is run for the first time.</source>
        <translation>
            <numerusform>已保存 %n 个服务器：%1。每条命令在首次运行之前会再显示一次。</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no saved server named “%1”.</source>
        <translation>没有以名称“%1”保存的服务器。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln servers were written to %1.</source>
        <translation>
            <numerusform>已将 %Ln 个服务器写入 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>The value of the header %1 contains a character that cannot be sent, such as a line break.</source>
        <translation>请求头 %1 的值含有无法发送的字符，例如换行。</translation>
    </message>
    <message>
        <source>The connection to %1 needs a password.</source>
        <translation>与 %1 的连接需要密码。</translation>
    </message>
    <message>
        <source>The header %1 cannot hold this value: it has a character that cannot be sent, such as a line break.</source>
        <translation>请求头 %1 无法容纳此值：它含有无法发送的字符，例如换行。</translation>
    </message>
</context>
<context>
    <name>Pullcord::ServerForm</name>
    <message>
        <source>Kind of server</source>
        <translation>服务器的种类</translation>
    </message>
    <message>
        <source>&amp;Program</source>
        <comment>a server to start</comment>
        <translation>程序(&amp;P)</translation>
    </message>
    <message>
        <source>U&amp;RL</source>
        <comment>a server to reach by HTTP</comment>
        <translation>URL(&amp;R)</translation>
    </message>
    <message>
        <source>Protocol re&amp;vision:</source>
        <translation>协议版本(&amp;V)：</translation>
    </message>
    <message>
        <source>T&amp;imeout:</source>
        <translation>超时(&amp;I)：</translation>
    </message>
    <message>
        <source>Automatic</source>
        <comment>the protocol revision</comment>
        <translation>自动</translation>
    </message>
    <message>
        <source>Automatic: the server is asked.</source>
        <translation>自动：询问服务器。</translation>
    </message>
</context>
<context>
    <name>Pullcord::ServerLogModel</name>
    <message>
        <source>The specification has no such level.</source>
        <translation>规范中没有这样的级别。</translation>
    </message>
    <message>
        <source>Time (s)</source>
        <translation>时间（秒）</translation>
    </message>
    <message>
        <source>Level</source>
        <comment>of a log message</comment>
        <translation>级别</translation>
    </message>
    <message>
        <source>Logger</source>
        <translation>记录器</translation>
    </message>
    <message>
        <source>Data</source>
        <comment>of a log message</comment>
        <translation>数据</translation>
    </message>
    <message>
        <source>%1; select the row to read it</source>
        <translation>%1，选中后即可阅读</translation>
    </message>
    <message>
        <source>%1, not requested</source>
        <comment>level of a log message that was not requested</comment>
        <translation>%1，未请求</translation>
    </message>
    <message>
        <source>No request in flight asks for log messages (io.modelcontextprotocol/logLevel in its _meta), so in this revision the server must not send any.</source>
        <translation>没有进行中的请求要求日志消息（其 _meta 中的 io.modelcontextprotocol/logLevel）：此时在该版本中服务器不得发送日志消息。</translation>
    </message>
</context>
<context>
    <name>Pullcord::ServerLogPanel</name>
    <message>
        <source>Server log</source>
        <translation>服务器日志</translation>
    </message>
    <message>
        <source>Not available for a recorded conversation.</source>
        <translation>录制的对话中不可用。</translation>
    </message>
    <message>
        <source>Available when the server is connected.</source>
        <translation>连接服务器后可用。</translation>
    </message>
    <message>
        <source>The level cannot be set: this server does not declare the capability “logging”.</source>
        <translation>无法向此服务器要求级别：它没有声明能力“logging”。</translation>
    </message>
    <message>
        <source>Minimum level that the server should send; included in every request from now on</source>
        <translation>服务器应发送的最低级别：从下一个请求起，它写在每个请求中</translation>
    </message>
    <message>
        <source>Minimum level that the server should send; requested at once and after each reconnect</source>
        <translation>服务器应发送的最低级别：立即提出要求，并在以后的每次连接中再次提出</translation>
    </message>
    <message>
        <source>No log message matches the filter.</source>
        <translation>没有符合筛选条件的日志消息。</translation>
    </message>
    <message>
        <source>The server has sent no log messages in this conversation.</source>
        <translation>服务器在此对话中没有发送日志消息。</translation>
    </message>
    <message>
        <source>Log messages from the server appear here.</source>
        <translation>服务器记录的日志显示在此处。</translation>
    </message>
    <message>
        <source>This server does not declare the capability “logging”, so the level cannot be set. Log messages that it sends anyway appear here.</source>
        <translation>此服务器没有声明能力“logging”，因此无法向它要求级别。它仍然记录的日志显示在此处。</translation>
    </message>
    <message>
        <source>Nothing yet. The level %1 and above was requested.</source>
        <translation>还没有内容。已要求服务器发送 %1 及以上级别。</translation>
    </message>
    <message>
        <source>Nothing yet. The level stays at %1 until you reconnect: this revision has no way to reset it.</source>
        <translation>还没有内容。在重新连接之前，级别保持为 %1：此版本中没有办法将其撤回。</translation>
    </message>
    <message>
        <source>In this revision a server logs only for requests that ask for it. Choose a level at “Ask for”, then call a tool.</source>
        <translation>在此版本中，服务器只为提出要求的请求记录日志。请在“要求级别”处选择一个级别，然后调用工具。</translation>
    </message>
    <message>
        <source>Nothing yet. The server decides what to send. Choose a level at “Ask for” to get more or fewer messages.</source>
        <translation>还没有内容。服务器按自己的判断发送；在“要求级别”处选择一个级别，可以得到更多或更少。</translation>
    </message>
</context>
<context>
    <name>Pullcord::ServerPanel</name>
    <message>
        <source>Actions for the selected item, and its description</source>
        <translation>可以用它做什么，以及服务器对它的说明</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>Annotations, schemas and other details from the server</source>
        <translation>它的注解、Schema 以及服务器对它的其他说明</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>List</source>
        <comment>of what the server offers</comment>
        <translation>列表</translation>
    </message>
    <message>
        <source>Tools, prompts and resources</source>
        <translation>工具、提示和资源</translation>
    </message>
</context>
<context>
    <name>Pullcord::ServerTexts</name>
    <message>
        <source>With the headers: %1</source>
        <translation>附带请求头：%1</translation>
    </message>
    <message>
        <source>In the folder: %1</source>
        <translation>位于文件夹：%1</translation>
    </message>
    <message>
        <source>With the variables: %1</source>
        <translation>附带变量：%1</translation>
    </message>
    <message>
        <source>Without the variables: %1</source>
        <translation>去除变量：%1</translation>
    </message>
    <message>
        <source>Without the environment of Pullcord</source>
        <translation>不使用 Pullcord 的环境</translation>
    </message>
    <message>
        <source>Cannot read anything: %1.</source>
        <translation>无法读取任何内容：%1。</translation>
    </message>
    <message>
        <source>Only from the environment of Pullcord: %1</source>
        <translation>只使用 Pullcord 环境中的：%1</translation>
    </message>
    <message>
        <source>Cannot read the configuration: %1.</source>
        <translation>无法读取该配置：%1。</translation>
    </message>
    <message>
        <source>The configuration contains no servers. They are expected under “mcpServers”, “servers”, “mcp”, “mcp_servers” and other known names.</source>
        <translation>其中没有服务器。服务器应位于“mcpServers”、“servers”、“mcp”、“mcp_servers”等已知名称之下。</translation>
    </message>
    <message>
        <source>Open the newest log that %1 keeps for this server: %2</source>
        <translation>打开 %1 为该服务器保存的最新日志：%2</translation>
    </message>
    <message>
        <source>Open a log of %1 that may belong to this server: %2</source>
        <translation>打开 %1 的一份可能属于此服务器的日志：%2</translation>
    </message>
    <message>
        <source>%1, since %2</source>
        <comment>a running proxy: its server and a time</comment>
        <translation>%1，自 %2</translation>
    </message>
    <message>
        <source>It writes its capture to standard output, so no tab can show it.</source>
        <translation>它把捕获内容写到标准输出，因此没有标签页能显示它。</translation>
    </message>
</context>
<context>
    <name>Pullcord::StartPage</name>
    <message>
        <source>See every request of a Model Context Protocol conversation, and cancel any of them.</source>
        <translation>查看 Model Context Protocol 对话中的每个请求，并可取消其中任意一个。</translation>
    </message>
    <message>
        <source>Drop a capture or another tool&apos;s configuration here, or paste a command, a URL or a configuration.</source>
        <translation>可以把捕获文件或其他工具的配置拖放到此处；也可以粘贴命令、URL 或配置。</translation>
    </message>
    <message>
        <source>Saved servers</source>
        <translation>已保存的服务器</translation>
    </message>
    <message>
        <source>Recent servers</source>
        <translation>最近的服务器</translation>
    </message>
    <message>
        <source>Recent captures</source>
        <translation>最近的捕获文件</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <comment>tabs</comment>
        <translation>
            <numerusform>%1 以及另外 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Proxies</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>%1, cannot start</source>
        <comment>a watched server</comment>
        <translation>%1，无法启动</translation>
    </message>
    <message>
        <source>%1, not running</source>
        <comment>a watched server</comment>
        <translation>%1，未运行</translation>
    </message>
    <message>
        <source>%1 is missing. Watch the server again to repair it.</source>
        <translation>%1 不存在。请再次观察该服务器以修复。</translation>
    </message>
    <message>
        <source>The proxy runs while %1 uses this server.</source>
        <translation>%1 使用此服务器期间，代理会运行。</translation>
    </message>
</context>
<context>
    <name>Pullcord::StatisticsModel</name>
    <message>
        <source>%1 and above: %2</source>
        <translation>%1 起：%2</translation>
    </message>
    <message>
        <source>below %1: %2</source>
        <translation>%1 以下：%2</translation>
    </message>
    <message>
        <source>The longest: %1</source>
        <translation>最长：%1</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>The tool, prompt or resource</source>
        <translation>工具、提示或资源</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Errors, tool errors and lost requests</source>
        <translation>错误、工具的错误或丢失</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>By either side, or by a timeout</source>
        <translation>由任一方取消，或因超时取消</translation>
    </message>
    <message>
        <source>Late</source>
        <translation>迟到</translation>
    </message>
    <message>
        <source>Requests that got a message after their end</source>
        <translation>结束之后又收到消息的请求</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Half of the responses took no longer</source>
        <translation>半数响应的耗时不超过此值</translation>
    </message>
    <message>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <source>95% of the responses took no longer</source>
        <translation>100 个响应中有 95 个的耗时不超过此值</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>99% of the responses took no longer</source>
        <translation>100 个响应中有 99 个的耗时不超过此值</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Response times, from below 1 ms to above 30 s</source>
        <translation>响应耗时，从 1 ms 以下到 30 s 以上</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Bytes of the requests</source>
        <translation>请求的字节数</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>Bytes of responses and progress</source>
        <translation>响应和进度的字节数</translation>
    </message>
    <message>
        <source>After Cancel</source>
        <translation>取消之后</translation>
    </message>
    <message>
        <source>Median time from a cancellation to the last message for its request</source>
        <translation>从取消到该请求最后一条消息的时间；取中位数</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
</context>
<context>
    <name>Pullcord::StatisticsPanel</name>
    <message>
        <source>&amp;Only requests that match the filter</source>
        <translation>仅限符合筛选条件的请求(&amp;O)</translation>
    </message>
    <message>
        <source>Statistics of requests</source>
        <translation>请求统计</translation>
    </message>
    <message>
        <source>Nothing to count yet. Each method and tool that is called gets a row here.</source>
        <translation>还没有可统计的内容。每个被调用的方法和工具在此处各占一行。</translation>
    </message>
    <message>
        <source>Press Enter or double-click to show the requests of a row</source>
        <translation>按 Enter 或双击可显示一行所含的请求</translation>
    </message>
</context>
<context>
    <name>Pullcord::StatusLine</name>
    <message>
        <source>No conversation is open</source>
        <translation>没有打开的对话</translation>
    </message>
    <message>
        <source>MCP %1 · %2</source>
        <comment>revision, transport</comment>
        <translation>MCP %1 · %2</translation>
    </message>
    <message>
        <source>Not recording</source>
        <translation>未录制</translation>
    </message>
    <message>
        <source>Recorded, not kept</source>
        <translation>已录制，未保留</translation>
    </message>
    <message>
        <source>Recorded: %1</source>
        <translation>已录制：%1</translation>
    </message>
    <message>
        <source>Recording, not kept</source>
        <translation>正在录制，不保留</translation>
    </message>
    <message>
        <source>Recording: %1</source>
        <translation>正在录制：%1</translation>
    </message>
    <message>
        <source>Reading %1: %2 %</source>
        <translation>正在读取 %1：%2 %</translation>
    </message>
    <message>
        <source>Following: %1</source>
        <translation>正在跟随：%1</translation>
    </message>
    <message>
        <source>File: %1</source>
        <translation>文件：%1</translation>
    </message>
    <message>
        <source>an unnamed program</source>
        <translation>未指明的程序</translation>
    </message>
    <message>
        <source>Recorded by %1 on %2</source>
        <translation>由 %1 录制于 %2</translation>
    </message>
    <message>
        <source>Recorded by %1</source>
        <translation>由 %1 录制</translation>
    </message>
    <message>
        <source>MCP %1</source>
        <translation>MCP %1</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>录制的</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>已断开</translation>
    </message>
    <message>
        <source>disconnecting…</source>
        <translation>正在断开…</translation>
    </message>
    <message>
        <source>asking for its revision…</source>
        <translation>正在询问其版本…</translation>
    </message>
    <message>
        <source>handshake…</source>
        <translation>正在握手…</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages</source>
        <translation>
            <numerusform>%Ln 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln in flight</source>
        <translation>
            <numerusform>%Ln 个进行中</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, 1 subscription</source>
        <comment>3 in flight</comment>
        <translation>%1，1 个订阅</translation>
    </message>
    <message>
        <source>The subscription to the server&apos;s changes stays in flight while the server is connected</source>
        <translation>对服务器变更的订阅在连接服务器期间一直进行中</translation>
    </message>
    <message>
        <source>unreachable since %1</source>
        <translation>自 %1 起无法连接</translation>
    </message>
    <message>
        <source>Read as %1; %2</source>
        <comment>a format, and what is to be known of it</comment>
        <translation>按 %1 读取；%2</translation>
    </message>
    <message>
        <source>Read as %1, recorded on %2</source>
        <comment>a format, a date</comment>
        <translation>按 %1 读取，录制于 %2</translation>
    </message>
    <message>
        <source>Recorded between a client and its server by %1 on %2</source>
        <translation>由 %1 于 %2 在客户端与其服务器之间录制</translation>
    </message>
    <message>
        <source>Following, not kept</source>
        <translation>正在跟随，未保留</translation>
    </message>
    <message>
        <source>followed</source>
        <translation>正在跟随</translation>
    </message>
</context>
<context>
    <name>Pullcord::StderrModel</name>
    <message>
        <source>Time (s)</source>
        <translation>时间（秒）</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>Pullcord::StderrPanel</name>
    <message>
        <source>Server output</source>
        <translation>服务器输出</translation>
    </message>
    <message>
        <source>The server has written nothing to its standard error.</source>
        <translation>服务器没有向标准错误写入任何内容。</translation>
    </message>
</context>
<context>
    <name>Pullcord::TabBar</name>
    <message>
        <source>Close Tab</source>
        <translation>关闭标签页</translation>
    </message>
</context>
<context>
    <name>Pullcord::TabStrip</name>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>New Tab</source>
        <translation>新标签页</translation>
    </message>
</context>
<context>
    <name>Pullcord::TaskModel</name>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Updated</source>
        <translation>更新时间</translation>
    </message>
    <message>
        <source>Poll every</source>
        <translation>轮询间隔</translation>
    </message>
    <message>
        <source>Kept for</source>
        <translation>保留时长</translation>
    </message>
</context>
<context>
    <name>Pullcord::TaskTexts</name>
    <message>
        <source>without limit</source>
        <translation>不限时</translation>
    </message>
    <message>
        <source>%1 after %2, when the task began</source>
        <comment>the state of a request</comment>
        <translation>%1（%2 后，任务开始时）</translation>
    </message>
    <message>
        <source>The request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>The task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>%1, cancel sent</source>
        <comment>the state of a task</comment>
        <translation>%1，已发送取消</translation>
    </message>
    <message>
        <source>Task id</source>
        <translation>任务 ID</translation>
    </message>
    <message>
        <source>Status message</source>
        <translation>状态消息</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Last updated</source>
        <translation>最近更新</translation>
    </message>
    <message>
        <source>Kept for</source>
        <translation>保留时长</translation>
    </message>
    <message>
        <source>Poll interval</source>
        <translation>查询间隔</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>lost; last known: %1</source>
        <comment>the state of a task</comment>
        <translation>已丢失；最后所知：%1</translation>
    </message>
</context>
<context>
    <name>Pullcord::TasksDialog</name>
    <message>
        <source>&amp;Refresh</source>
        <translation>刷新(&amp;R)</translation>
    </message>
    <message>
        <source>Reload the list of tasks from the server</source>
        <translation>重新询问服务器保留了哪些任务</translation>
    </message>
    <message>
        <source>Get R&amp;esult</source>
        <translation>获取结果(&amp;E)</translation>
    </message>
    <message>
        <source>Request the result of the task; the response arrives when the task has ended</source>
        <translation>请求任务的结果：任务结束后才会得到响应</translation>
    </message>
    <message>
        <source>&amp;Cancel Task</source>
        <translation>取消任务(&amp;C)</translation>
    </message>
    <message>
        <source>Send tasks/cancel</source>
        <translation>发送 tasks/cancel</translation>
    </message>
    <message>
        <source>Tasks of %1</source>
        <translation>%1 的任务</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message>
        <source>Close; the tasks continue</source>
        <translation>关闭；任务会继续</translation>
    </message>
    <message>
        <source>The list is incomplete. %1</source>
        <translation>列表不完整。%1</translation>
    </message>
    <message>
        <source>Tasks that the server keeps</source>
        <translation>服务器保留的任务</translation>
    </message>
    <message>
        <source>Requesting the tasks of the server…</source>
        <translation>正在向服务器询问任务…</translation>
    </message>
    <message>
        <source>The server keeps no tasks. Call a tool as a task to start one.</source>
        <translation>服务器没有保留任务。以任务方式调用工具时会产生一个任务。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tasks</source>
        <translation>
            <numerusform>%Ln 个任务</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::TextEditor</name>
    <message>
        <source>Several lines for %1 (Shift+Enter)</source>
        <translation>为 %1 输入多行 (Shift+Enter)</translation>
    </message>
    <message>
        <source>Too long to edit here: only the beginning is shown. All of it is kept.</source>
        <translation>太长，无法在此编辑：这只是开头。全部内容都会保留。</translation>
    </message>
</context>
<context>
    <name>Pullcord::TextPages</name>
    <message>
        <source>To the beginning of the text (Ctrl+Home)</source>
        <translation>到文本开头 (Ctrl+Home)</translation>
    </message>
    <message>
        <source>Previous part (Page Up at the top)</source>
        <translation>前一部分（在顶部按 Page Up）</translation>
    </message>
    <message>
        <source>Next part (Page Down at the end)</source>
        <translation>后一部分（在末尾按 Page Down）</translation>
    </message>
    <message>
        <source>To the end of the text (Ctrl+End)</source>
        <translation>到文本末尾 (Ctrl+End)</translation>
    </message>
    <message>
        <source>Characters %1 to %2 of %3</source>
        <translation>第 %1 至 %2 个字符，共 %3 个</translation>
    </message>
</context>
<context>
    <name>Pullcord::TextPiece</name>
    <message>
        <source>about %1</source>
        <comment>a number of bytes</comment>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>Show the text as received, not indented</source>
        <translation>按收到的原样显示文本，不缩进</translation>
    </message>
    <message>
        <source>Save As…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Only the first %1 are shown; save the content to get all of it</source>
        <translation>仅显示前 %1；请保存内容以获取全部</translation>
    </message>
    <message>
        <source>The first %1 are shown: Show More</source>
        <translation>显示了前 %1：显示更多</translation>
    </message>
    <message>
        <source>The first %1 are shown: Show All</source>
        <translation>显示了前 %1：全部显示</translation>
    </message>
</context>
<context>
    <name>Pullcord::Texts</name>
    <message>
        <source>Cancelled: %1</source>
        <translation>已取消：%1</translation>
    </message>
    <message>
        <source>working</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>asks</source>
        <translation>等待输入</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Task: %1</source>
        <translation>任务：%1</translation>
    </message>
    <message>
        <source>cancel sent</source>
        <translation>已发送取消</translation>
    </message>
    <message>
        <source>to server</source>
        <translation>发往服务器</translation>
    </message>
    <message>
        <source>from server</source>
        <translation>来自服务器</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>This is not JSON: %1</source>
        <translation>这不是 JSON：%1</translation>
    </message>
    <message>
        <source>The server does not follow the protocol: %1</source>
        <translation>服务器没有遵守协议：%1</translation>
    </message>
    <message>
        <source>The server returned error %1: %2</source>
        <translation>服务器以错误 %1 响应：%2</translation>
    </message>
    <message>
        <source>Cannot connect: %1</source>
        <translation>无法连接：%1</translation>
    </message>
    <message>
        <source>The request failed: %1</source>
        <translation>请求失败：%1</translation>
    </message>
    <message>
        <source>Timed out: %1</source>
        <translation>已超时：%1</translation>
    </message>
    <message>
        <source>Cannot use the file: %1</source>
        <translation>文件无法使用：%1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between things that are enumerated</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>%1 of %2 (beyond its total)</source>
        <translation>%1/%2（超出其总数）</translation>
    </message>
    <message>
        <source>tasks/cancel sent +%1</source>
        <translation>已发送 tasks/cancel，+%1</translation>
    </message>
    <message>
        <source>%1, completed anyway</source>
        <comment>a task; when tasks/cancel was sent</comment>
        <translation>%1，但仍已完成</translation>
    </message>
    <message>
        <source>%1, failed anyway</source>
        <comment>a task; when tasks/cancel was sent</comment>
        <translation>%1，但仍以失败告终</translation>
    </message>
    <message>
        <source>lost</source>
        <comment>a task</comment>
        <translation>已丢失</translation>
    </message>
    <message>
        <source>at once</source>
        <comment>a cancel</comment>
        <translation>立即</translation>
    </message>
</context>
<context>
    <name>Pullcord::TimelinePanel</name>
    <message>
        <source>Requests over time</source>
        <translation>请求的时间分布</translation>
    </message>
    <message>
        <source>Zoom in (+, or Ctrl and the wheel)</source>
        <translation>放大（+，或 Ctrl 加滚轮）</translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation>缩小 (−)</translation>
    </message>
    <message>
        <source>Show the whole time and follow as it grows (0)</source>
        <translation>显示全部，并随其增长更新 (0)</translation>
    </message>
    <message>
        <source>&amp;Fold idle time</source>
        <translation>折叠空闲时间(&amp;F)</translation>
    </message>
    <message>
        <source>Drag over a time range to filter both tables.</source>
        <translation>在一段时间上拖动，即可筛选两个表格。</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Whole time</source>
        <translation>全部时间</translation>
    </message>
</context>
<context>
    <name>Pullcord::TimelineView</name>
    <message>
        <source>No requests to show. Each gets a bar here.</source>
        <translation>没有可显示的请求。每个请求在此处有一个条形。</translation>
    </message>
    <message>
        <source>%1 %2: %3</source>
        <translation>%1 %2：%3</translation>
    </message>
    <message>
        <source>%1 %2
at %3 s, %4
%5</source>
        <translation>%1 %2
在 %3 秒，%4
%5</translation>
    </message>
    <message>
        <source>%1, belongs to the one above: %2</source>
        <translation>%1，属于上面的请求：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>row, text</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>No request matches the filter of the table of requests, or all are hidden as noise.</source>
        <translation>没有请求通过请求过滤器，或者全部作为噪声隐藏。</translation>
    </message>
    <message>
        <source>No times: %1.</source>
        <translation>没有时间：%1。</translation>
    </message>
</context>
<context>
    <name>Pullcord::TimeoutButton</name>
    <message>
        <source>none</source>
        <comment>no timeout</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Cancels a request that gets no response within this time</source>
        <translation>取消在此时间内没有得到响应的请求</translation>
    </message>
    <message>
        <source>&amp;Progress resets the timeout</source>
        <translation>收到进度时重新计时(&amp;P)</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>Cancels a request after this time, whatever its progress</source>
        <translation>超过此时间就取消请求，无论进度如何</translation>
    </message>
    <message>
        <source>&amp;Timeout:</source>
        <translation>超时(&amp;T)：</translation>
    </message>
    <message>
        <source>At &amp;most:</source>
        <translation>至多(&amp;M)：</translation>
    </message>
    <message>
        <source>%1 s</source>
        <comment>a timeout</comment>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 s, fixed</source>
        <comment>a timeout that progress does not move</comment>
        <translation>%1 秒，固定</translation>
    </message>
    <message>
        <source>≤ %1 s</source>
        <comment>a timeout</comment>
        <translation>≤ %1 秒</translation>
    </message>
    <message>
        <source>Timeout: %1</source>
        <translation>超时：%1</translation>
    </message>
    <message>
        <source>Timeout: %1. A request that gets no response within this time is cancelled.</source>
        <translation>超时：%1。在此时间内没有得到响应的请求会被取消。</translation>
    </message>
    <message>
        <source>%1. In seconds; you can also type 1500 ms or 3 min.</source>
        <translation>%1。以秒为单位；也可以输入 1500 ms 或 3 min。</translation>
    </message>
</context>
<context>
    <name>Pullcord::Tour</name>
    <message>
        <source>Learn in three steps how to cancel a request, on the demo server</source>
        <translation>在演示服务器上，用三步了解如何取消请求</translation>
    </message>
    <message>
        <source>The tour is on the demo server: close this conversation first</source>
        <translation>导览在演示服务器上进行：请先关闭此对话</translation>
    </message>
    <message>
        <source>Skip the Tour</source>
        <translation>跳过导览</translation>
    </message>
    <message>
        <source>1 of 3: Connect</source>
        <translation>第 1 步，共 3 步：连接</translation>
    </message>
    <message>
        <source>Pullcord includes a demo server that misbehaves on demand. Connect to it; nothing leaves this computer.</source>
        <translation>Pullcord 附带一个可按要求出错的演示服务器。请连接到它：没有任何内容离开这台计算机。</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>2 of 3: Call a slow tool</source>
        <translation>第 2 步，共 3 步：调用一个缓慢的工具</translation>
    </message>
    <message>
        <source>Call It</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>3 of 3: Cancel it</source>
        <translation>第 3 步，共 3 步：取消它</translation>
    </message>
    <message>
        <source>Its row is in flight. Type a reason if you like, and cancel it: here, with Delete in the table, or with the button in its row.</source>
        <translation>它所在的行显示为进行中。如有需要可以填写原因，然后取消它：在此处、在表格中按 Delete，或使用该行中的按钮。</translation>
    </message>
    <message>
        <source>Cancel It</source>
        <translation>取消请求</translation>
    </message>
    <message>
        <source>3 of 3: Cancelled</source>
        <translation>第 3 步，共 3 步：已取消</translation>
    </message>
    <message>
        <source>The state is Cancelled at once: the server was notified, and Pullcord no longer waits. Now watch the column Cancel in its row.</source>
        <translation>状态立即变为“已取消”：已通知服务器，Pullcord 不再等待。现在请留意该行的“取消”列。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>There it is: a late response</source>
        <translation>来了：迟到的响应</translation>
    </message>
    <message>
        <source>It arrived %1: the server had continued to work. The row stays Cancelled; Details shows the response. Press F1 anywhere for help.</source>
        <translation>它的到达时间：%1。服务器之前一直在工作。该行仍为“已取消”；“详情”显示这个响应。无论在何处，按 F1 可了解更多。</translation>
    </message>
    <message>
        <source>The tool “late” runs until it is cancelled, then responds anyway. Call it.</source>
        <translation>工具“late”会一直工作到被取消，然后仍然作出响应。调用它。</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
</context>
<context>
    <name>Pullcord::UrlForm</name>
    <message>
        <source>Headers</source>
        <translation>请求头</translation>
    </message>
    <message>
        <source>Sent with every request, to this server only. Only the names are saved; captures mask the values.</source>
        <translation>随每个请求只发送给此服务器。值在捕获文件中会被遮盖，也不会保存；名称会保存。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Up to 2025-11-25, a cancelled request keeps its stream open for this time, so that late messages are seen. In 2026-07-28, closing the stream cancels the request and happens at once.</source>
        <translation>在 2025-11-25 及之前的版本中，被取消的请求会保持其流打开，以便看到迟到的内容，并在此时间之后关闭。在 2026-07-28 中关闭流就是取消，会立即进行。</translation>
    </message>
    <message>
        <source> s</source>
        <comment>seconds</comment>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Closes a connection that receives no data for this time; the pending response is lost. This also ends streams that a server keeps open in silence.</source>
        <translation>在此时间内没有收到数据的连接会被关闭；尚未完成的响应随之丢失。服务器静默保持打开的流也会因此结束。</translation>
    </message>
    <message>
        <source>Streamable HTTP (since 2025-03-26)</source>
        <translation>Streamable HTTP（自 2025-03-26）</translation>
    </message>
    <message>
        <source>HTTP+SSE (2024-11-05)</source>
        <translation>HTTP+SSE (2024-11-05)</translation>
    </message>
    <message>
        <source>Connection options</source>
        <translation>连接选项</translation>
    </message>
    <message>
        <source>&amp;Transport:</source>
        <translation>传输方式(&amp;T)：</translation>
    </message>
    <message>
        <source>&amp;URL:</source>
        <translation>URL(&amp;U)：</translation>
    </message>
    <message>
        <source>Type the URL of the server.</source>
        <translation>输入服务器的 URL。</translation>
    </message>
    <message>
        <source>Not a valid URL: %1.</source>
        <translation>不是有效的 URL：%1。</translation>
    </message>
    <message>
        <source>The URL must begin with http:// or https://.</source>
        <translation>此处的 URL 以 http:// 或 https:// 开头。</translation>
    </message>
    <message>
        <source>The URL has no host.</source>
        <translation>此 URL 没有指明主机。</translation>
    </message>
    <message>
        <source>A header needs a name.</source>
        <translation>请求头需要名称。</translation>
    </message>
    <message>
        <source>“%1” is not a valid header name.</source>
        <translation>“%1”不是有效的请求头名称。</translation>
    </message>
    <message>
        <source>%1 is set by the transport and cannot be changed.</source>
        <translation>%1 由传输方式设置，不能更改。</translation>
    </message>
    <message>
        <source>%1 needs a value. Values are not saved.</source>
        <translation>%1 需要值。值不会保存。</translation>
    </message>
    <message>
        <source>The value of %1 contains a character that is not allowed in headers.</source>
        <translation>%1 的值含有请求头不允许的字符。</translation>
    </message>
    <message>
        <source>Remove &amp;Header</source>
        <translation>移除请求头(&amp;H)</translation>
    </message>
    <message>
        <source>He&amp;aders:</source>
        <translation>请求头(&amp;A)：</translation>
    </message>
    <message>
        <source>Grace a&amp;fter cancel:</source>
        <translation>取消后的宽限(&amp;F)：</translation>
    </message>
    <message>
        <source>Connect ti&amp;meout:</source>
        <translation>连接超时(&amp;M)：</translation>
    </message>
    <message>
        <source>Idl&amp;e timeout:</source>
        <translation>空闲超时(&amp;E)：</translation>
    </message>
    <message>
        <source>Replace %1 with its value.</source>
        <translation>请将 %1 替换为它的值。</translation>
    </message>
    <message>
        <source>no proxy</source>
        <translation>无代理</translation>
    </message>
    <message>
        <source>Net&amp;work…</source>
        <translation>网络(&amp;W)…</translation>
    </message>
    <message>
        <source>CA file %1</source>
        <translation>CA 文件 %1</translation>
    </message>
    <message>
        <source>client certificate %1</source>
        <translation>客户端证书 %1</translation>
    </message>
    <message>
        <source>proxy %1</source>
        <translation>代理 %1</translation>
    </message>
    <message>
        <source>redirects to other servers are followed</source>
        <translation>跟随指向其他服务器的重定向</translation>
    </message>
    <message>
        <source>Certificates, proxy and redirects: default.</source>
        <translation>证书、代理和重定向：默认。</translation>
    </message>
    <message>
        <source>Stops connecting, including TLS, after this time.</source>
        <translation>超过此时间就停止连接（包括 TLS）。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <comment>the transport</comment>
        <translation>自动</translation>
    </message>
    <message>
        <source>Automatic: Streamable HTTP, else HTTP+SSE.</source>
        <translation>自动：Streamable HTTP，否则 HTTP+SSE。</translation>
    </message>
</context>
<context>
    <name>Pullcord::UrlQuestion</name>
    <message>
        <source>This is not the address of a web page, so it cannot be opened here.</source>
        <translation>这不是网页地址，无法从此处打开。</translation>
    </message>
    <message>
        <source>The host name contains letters from other alphabets (%1) and may imitate a name that you know.</source>
        <translation>主机名称中含有其他文字系统的字母 (%1)：它可能只是看起来像您认识的名称。</translation>
    </message>
    <message>
        <source>The text before the @ is not the host; the page is at %1.</source>
        <translation>@ 之前的内容不是主机；网页位于 %1。</translation>
    </message>
    <message>
        <source>The connection is not encrypted.</source>
        <translation>连接未加密。</translation>
    </message>
    <message>
        <source>&amp;Open in Browser</source>
        <translation>在浏览器中打开(&amp;O)</translation>
    </message>
    <message>
        <source>Open the page in the browser. The server is not notified of what you do there.</source>
        <translation>在浏览器中打开该页面。服务器不会得知您在那里的操作。</translation>
    </message>
    <message>
        <source>The address</source>
        <translation>地址</translation>
    </message>
    <message numerus="yes">
        <source>Only its beginning is shown: it has %Ln characters.</source>
        <translation>
            <numerusform>只显示其开头：共有 %Ln 个字符。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Copy Address</source>
        <translation>复制地址(&amp;C)</translation>
    </message>
</context>
<context>
    <name>Pullcord::ValuesDialog</name>
    <message>
        <source>&amp;Connect</source>
        <translation>连接(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Show values</source>
        <translation>显示值(&amp;S)</translation>
    </message>
    <message>
        <source>Kept for this tab and its duplicates until they are closed. Never stored.</source>
        <translation>由此标签页及其副本使用，直到它们关闭，不会保存。</translation>
    </message>
</context>
<context>
    <name>Pullcord::ConversationView</name>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Server Log</source>
        <translation>服务器日志</translation>
    </message>
    <message>
        <source>Server Output</source>
        <translation>服务器输出</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Server Output (%1)</source>
        <translation>服务器输出 (%1)</translation>
    </message>
    <message>
        <source>Server Log (%1)</source>
        <translation>服务器日志 (%1)</translation>
    </message>
    <message>
        <source>Messages, server log and output, timeline, statistics, findings</source>
        <translation>消息、服务器日志和输出、时间线、统计、发现</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Findings (%1)</source>
        <translation>发现 (%1)</translation>
    </message>
    <message>
        <source>Back to the Tables</source>
        <translation>返回表格</translation>
    </message>
    <message>
        <source>The filter hides this row</source>
        <translation>筛选隐藏了此行</translation>
    </message>
    <message>
        <source>Show it in the table, without the filter</source>
        <translation>清除筛选，在表格中显示它</translation>
    </message>
</context>
<context>
    <name>Pullcord::ConversationController</name>
    <message>
        <source>The conversation is no longer recorded: %1</source>
        <translation>对话不再录制：%1</translation>
    </message>
    <message>
        <source>The server will not report changes. %1</source>
        <translation>变更不会得到通知。%1</translation>
    </message>
    <message>
        <source>The list “%1” is incomplete. %2</source>
        <translation>列表“%1”不完整。%2</translation>
    </message>
    <message>
        <source>The connection ended: %1</source>
        <translation>连接已结束：%1</translation>
    </message>
    <message>
        <source>The server no longer knew the session, so a new one was started. Requests of the old session get no response.</source>
        <translation>服务器不再认识该会话。已开始新的会话；旧会话中的请求不会得到响应。</translation>
    </message>
    <message>
        <source>This conversation is not kept. %1</source>
        <translation>此对话不会保留。%1</translation>
    </message>
    <message>
        <source>The server has ended the subscription: changes are no longer reported.</source>
        <translation>服务器已结束订阅：不再告知变更。</translation>
    </message>
    <message>
        <source>Cannot open %1: %2</source>
        <translation>%1 无法打开：%2</translation>
    </message>
    <message>
        <source>The capture is no longer in its file: %1. Save the recording as a new file.</source>
        <translation>捕获内容已不在其文件中：%1。请把已录制的内容另存为新文件。</translation>
    </message>
    <message>
        <source>“%1” is no longer followed: %2</source>
        <translation>不再跟随“%1”：%2</translation>
    </message>
    <message>
        <source>Cannot follow “%1”: %2</source>
        <translation>无法跟随“%1”：%2</translation>
    </message>
    <message>
        <source>“%1” has ended. All of its output is shown.</source>
        <translation>“%1”已结束。它打印的内容已全部显示。</translation>
    </message>
</context>
<context>
    <name>TranslatableText</name>
    <message>
        <source>the whole value</source>
        <translation>整个值</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Not checked: %1, %2</source>
        <translation>未检查：%1，%2</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>The structured content violates the tool&apos;s output schema:</source>
        <translation>结构化内容违反了工具的输出 Schema：</translation>
    </message>
    <message>
        <source>As far as it can be checked, the structured content matches the tool&apos;s output schema.</source>
        <translation>在可检查的范围内，结构化内容符合工具的输出 Schema。</translation>
    </message>
    <message>
        <source>The structured content matches the tool&apos;s output schema.</source>
        <translation>结构化内容符合工具的输出 Schema。</translation>
    </message>
    <message>
        <source>The tool has an output schema, but the result has no structured content.</source>
        <translation>工具有输出 Schema，但结果没有结构化内容。</translation>
    </message>
    <message>
        <source>The tool&apos;s output schema cannot be used: %1.</source>
        <translation>工具的输出 Schema 无法使用：%1。</translation>
    </message>
    <message>
        <source>without a token</source>
        <translation>没有 token</translation>
    </message>
    <message>
        <source>unknown token %1</source>
        <translation>未知的 token %1</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>不是数字</translation>
    </message>
    <message>
        <source>not increasing</source>
        <translation>没有递增</translation>
    </message>
    <message>
        <source>cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 %2: %3</source>
        <translation>%1 %2：%3</translation>
    </message>
    <message>
        <source>cannot open %1: it is not a regular file</source>
        <translation>无法打开 %1：它不是普通文件</translation>
    </message>
    <message>
        <source>not a Pullcord capture: %1</source>
        <translation>不是 Pullcord 捕获文件：%1</translation>
    </message>
    <message>
        <source>this capture has format %1; this version of Pullcord reads formats up to %2.x</source>
        <translation>此捕获文件的格式为 %1；此版本的 Pullcord 最高可读取格式 %2.x</translation>
    </message>
    <message>
        <source>cannot create the folder %1</source>
        <translation>无法创建文件夹 %1</translation>
    </message>
    <message>
        <source>the open conversation is read from this file; choose another file</source>
        <translation>打开的对话正是从此文件读取的；请选择另一个文件</translation>
    </message>
    <message>
        <source>it is not a regular file</source>
        <translation>它不是普通文件</translation>
    </message>
    <message>
        <source>There is no “(” that this closes.</source>
        <translation>没有与此对应的“(”。</translation>
    </message>
    <message>
        <source>This is nested too deeply.</source>
        <translation>此处嵌套过深。</translation>
    </message>
    <message>
        <source>This “(” is not closed.</source>
        <translation>此“(”没有闭合。</translation>
    </message>
    <message>
        <source>This quote is not closed.</source>
        <translation>此引号没有闭合。</translation>
    </message>
    <message>
        <source>A field is required before “%1”.</source>
        <translation>“%1”之前必须有一个字段。</translation>
    </message>
    <message>
        <source>A search term is required here.</source>
        <translation>此处必须有要查找的内容。</translation>
    </message>
    <message>
        <source>There is no field “%1”. To search for text, put it in quotes.</source>
        <translation>没有字段“%1”。要查找文本，请将其放在引号中。</translation>
    </message>
    <message>
        <source>A value must follow “%1%2”.</source>
        <translation>“%1%2”之后必须有一个值。</translation>
    </message>
    <message>
        <source>“%1” takes no value; for the opposite write “not %1”.</source>
        <translation>“%1”不带值；要表示相反的意思，请写“not %1”。</translation>
    </message>
    <message>
        <source>“%1” does not support “%2”.</source>
        <translation>“%1”不能与“%2”一起使用。</translation>
    </message>
    <message>
        <source>Not a regular expression: %1.</source>
        <translation>这不是正则表达式：%1。</translation>
    </message>
    <message>
        <source>“%1” must be one of: %2.</source>
        <translation>“%1”必须是下列之一：%2。</translation>
    </message>
    <message>
        <source>A time is required here, such as 300ms, 2s or 5min.</source>
        <translation>此处必须是时间，例如 300ms、2s 或 5min。</translation>
    </message>
    <message>
        <source>A size is required here, such as 500, 64KiB or 1MB.</source>
        <translation>此处必须是大小，例如 500、64KiB 或 1MB。</translation>
    </message>
    <message>
        <source>A number is required here.</source>
        <translation>此处必须是数字。</translation>
    </message>
    <message>
        <source>line %1, column %2: %3</source>
        <translation>第 %1 行第 %2 列：%3</translation>
    </message>
    <message>
        <source>it contains no servers</source>
        <translation>其中没有服务器</translation>
    </message>
    <message>
        <source>no program was given</source>
        <translation>没有给出程序</translation>
    </message>
    <message>
        <source>longer than the limit of %1 bytes</source>
        <translation>超过 %1 字节的限制</translation>
    </message>
    <message>
        <source>invalid UTF-8: continuation byte %1 without a first byte</source>
        <translation>无效的 UTF-8：后续字节 %1 之前没有首字节</translation>
    </message>
    <message>
        <source>invalid UTF-8: overlong sequence</source>
        <translation>无效的 UTF-8：过长的序列</translation>
    </message>
    <message>
        <source>invalid UTF-8: byte %1 never occurs in it</source>
        <translation>无效的 UTF-8：其中不会出现字节 %1</translation>
    </message>
    <message>
        <source>invalid UTF-8: expected a continuation byte, found %1</source>
        <translation>无效的 UTF-8：应为后续字节，却是 %1</translation>
    </message>
    <message>
        <source>invalid UTF-8: encoded surrogate</source>
        <translation>无效的 UTF-8：编码了代理项</translation>
    </message>
    <message>
        <source>invalid UTF-8: beyond U+10FFFF</source>
        <translation>无效的 UTF-8：超出 U+10FFFF</translation>
    </message>
    <message>
        <source>empty line</source>
        <translation>空行</translation>
    </message>
    <message>
        <source>byte order mark before the JSON text</source>
        <translation>JSON 文本之前有字节顺序标记</translation>
    </message>
    <message>
        <source>empty line: only white space</source>
        <translation>空行：只有空白字符</translation>
    </message>
    <message>
        <source>expected nothing more after the JSON value, %1</source>
        <translation>JSON 值之后不应再有内容，%1</translation>
    </message>
    <message>
        <source>nested deeper than the limit of %1</source>
        <translation>嵌套深度超过 %1 的限制</translation>
    </message>
    <message>
        <source>the text ends inside an object</source>
        <translation>文本在对象内结束</translation>
    </message>
    <message>
        <source>the text ends inside an array</source>
        <translation>文本在数组内结束</translation>
    </message>
    <message>
        <source>expected &apos;,&apos; or &apos;%1&apos;, %2</source>
        <translation>应为“,”或“%1”，%2</translation>
    </message>
    <message>
        <source>expected a member name in double quotes, %1</source>
        <translation>应为双引号中的成员名，%1</translation>
    </message>
    <message>
        <source>the text ends after a member name</source>
        <translation>文本在成员名之后结束</translation>
    </message>
    <message>
        <source>expected &apos;:&apos; after the member name, %1</source>
        <translation>成员名之后应为“:”，%1</translation>
    </message>
    <message>
        <source>the text ends inside a string</source>
        <translation>文本在字符串内结束</translation>
    </message>
    <message>
        <source>control character %1 in a string must be escaped</source>
        <translation>字符串中的控制字符 %1 必须转义</translation>
    </message>
    <message>
        <source>the text ends inside an escape</source>
        <translation>文本在转义序列内结束</translation>
    </message>
    <message>
        <source>unknown escape, %1 after &apos;\&apos;</source>
        <translation>未知的转义，“\”之后%1</translation>
    </message>
    <message>
        <source>expected four hexadecimal digits after &apos;\u&apos;, %1</source>
        <translation>“\u”之后应为四个十六进制数字，%1</translation>
    </message>
    <message>
        <source>the text ends inside a UTF-8 character</source>
        <translation>文本在 UTF-8 字符内结束</translation>
    </message>
    <message>
        <source>a number must not begin with a needless 0</source>
        <translation>数字不得以多余的 0 开头</translation>
    </message>
    <message>
        <source>the text ends inside a number</source>
        <translation>文本在数字内结束</translation>
    </message>
    <message>
        <source>expected a digit, %1</source>
        <translation>应为数字，%1</translation>
    </message>
    <message>
        <source>the text ends inside &apos;%1&apos;</source>
        <translation>文本在“%1”内结束</translation>
    </message>
    <message>
        <source>expected &apos;%1&apos;, %2</source>
        <translation>应为“%1”，%2</translation>
    </message>
    <message>
        <source>the text ends where a value should follow &apos;%1&apos;</source>
        <translation>“%1”之后应有值，文本却已结束</translation>
    </message>
    <message>
        <source>expected a JSON value, %1</source>
        <translation>应为 JSON 值，%1</translation>
    </message>
    <message>
        <source>expected a value after &apos;%1&apos;, %2</source>
        <translation>“%1”之后应为值，%2</translation>
    </message>
    <message>
        <source>found &apos;%1&apos;</source>
        <translation>却是“%1”</translation>
    </message>
    <message>
        <source>found byte %1</source>
        <translation>却是字节 %1</translation>
    </message>
    <message>
        <source>the pattern %1 is not a regular expression of ECMA-262: %2</source>
        <translation>模式 %1 不是 ECMA-262 的正则表达式：%2</translation>
    </message>
    <message>
        <source>nothing to repeat before +</source>
        <translation>+ 之前没有可重复的内容</translation>
    </message>
    <message>
        <source>nothing to repeat before *</source>
        <translation>* 之前没有可重复的内容</translation>
    </message>
    <message>
        <source>a [ without its ]</source>
        <translation>[ 没有对应的 ]</translation>
    </message>
    <message>
        <source>it ends in a backslash</source>
        <translation>它以反斜杠结尾</translation>
    </message>
    <message>
        <source>\c needs a letter</source>
        <translation>\c 需要一个字母</translation>
    </message>
    <message>
        <source>octal escapes are not allowed</source>
        <translation>不允许八进制转义</translation>
    </message>
    <message>
        <source>\%1 is not a valid escape</source>
        <translation>\%1 不是有效的转义</translation>
    </message>
    <message>
        <source>\u{…} needs a hexadecimal number</source>
        <translation>\u{…} 需要一个十六进制数</translation>
    </message>
    <message>
        <source>a lone surrogate</source>
        <translation>孤立的代理项</translation>
    </message>
    <message>
        <source>\%1 needs a property in braces</source>
        <translation>\%1 需要花括号中的属性</translation>
    </message>
    <message>
        <source>an unsupported kind of group</source>
        <translation>不支持的一种分组</translation>
    </message>
    <message>
        <source>an escape needs %1 hexadecimal digits</source>
        <translation>转义需要 %1 个十六进制数字</translation>
    </message>
    <message>
        <source>the value is nested too deeply to be compared</source>
        <translation>该值嵌套过深，无法比较</translation>
    </message>
    <message>
        <source>a date and time like 2026-01-31T09:30:00Z</source>
        <translation>日期和时间，例如 2026-01-31T09:30:00Z</translation>
    </message>
    <message>
        <source>a date like 2026-01-31</source>
        <translation>日期，例如 2026-01-31</translation>
    </message>
    <message>
        <source>a time with its zone like 09:30:00Z</source>
        <translation>带时区的时间，例如 09:30:00Z</translation>
    </message>
    <message>
        <source>a duration like P1DT12H</source>
        <translation>时长，例如 P1DT12H</translation>
    </message>
    <message>
        <source>an e-mail address like name@example.org</source>
        <translation>电子邮件地址，例如 name@example.org</translation>
    </message>
    <message>
        <source>a host name like www.example.org</source>
        <translation>主机名，例如 www.example.org</translation>
    </message>
    <message>
        <source>an IPv4 address like 192.0.2.1</source>
        <translation>IPv4 地址，例如 192.0.2.1</translation>
    </message>
    <message>
        <source>an IPv6 address like 2001:db8::1</source>
        <translation>IPv6 地址，例如 2001:db8::1</translation>
    </message>
    <message>
        <source>a URI like https://example.org/</source>
        <translation>URI，例如 https://example.org/</translation>
    </message>
    <message>
        <source>a URI or a relative reference</source>
        <translation>URI 或相对引用</translation>
    </message>
    <message>
        <source>a URI template like /items/{id}</source>
        <translation>URI 模板，例如 /items/{id}</translation>
    </message>
    <message>
        <source>a UUID like 123e4567-e89b-12d3-a456-426614174000</source>
        <translation>UUID，例如 123e4567-e89b-12d3-a456-426614174000</translation>
    </message>
    <message>
        <source>a regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>a JSON Pointer like /items/0</source>
        <translation>JSON 指针，例如 /items/0</translation>
    </message>
    <message>
        <source>a relative JSON Pointer like 1/name</source>
        <translation>相对 JSON 指针，例如 1/name</translation>
    </message>
    <message>
        <source>the pattern is longer than %1 characters</source>
        <translation>模式超过 %1 个字符</translation>
    </message>
    <message>
        <source>the pattern %1 is not a regular expression: %2</source>
        <translation>模式 %1 不是正则表达式：%2</translation>
    </message>
    <message>
        <source>the value or its schema is too large to be checked within the step limit</source>
        <translation>该值或其 Schema 过大，无法在步数限制内检查</translation>
    </message>
    <message>
        <source>checking took too long and was stopped</source>
        <translation>检查耗时过长，已停止</translation>
    </message>
    <message>
        <source>the name of this member %1</source>
        <translation>此成员的名称%1</translation>
    </message>
    <message>
        <source>must contain at least %1 of the required kind, not %2</source>
        <translation>必须至少包含 %1符合要求的内容，而不是 %2</translation>
    </message>
    <message>
        <source>must contain at most %1 of the required kind, not %2</source>
        <translation>最多只能包含 %1符合要求的内容，而不是 %2</translation>
    </message>
    <message>
        <source>must be %1, not %2</source>
        <translation>必须是%1，而不是%2</translation>
    </message>
    <message>
        <source>(%1) %2</source>
        <translation>(%1) %2</translation>
    </message>
    <message>
        <source>(%1) %2 %3</source>
        <translation>(%1) %2 %3</translation>
    </message>
    <message>
        <source>matches none of the %1 allowed forms: %2</source>
        <translation>不符合允许的 %1 种形式中的任何一种：%2</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>must match exactly one of the %1 allowed forms, but matches %2</source>
        <translation>必须恰好符合允许的 %1 种形式之一，却符合第 %2 种</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>has a form that is not allowed</source>
        <translation>具有不允许的形式</translation>
    </message>
    <message>
        <source>is required with &quot;%1&quot;</source>
        <translation>与“%1”一起时为必需</translation>
    </message>
    <message>
        <source>a schema must be an object, true or false</source>
        <translation>Schema 必须是对象、true 或 false</translation>
    </message>
    <message>
        <source>it has no meaning in the draft of the schema</source>
        <translation>在该 Schema 所用的草案中，它没有意义</translation>
    </message>
    <message>
        <source>in the schema: %1</source>
        <translation>在 Schema 中：%1</translation>
    </message>
    <message>
        <source>in the schema at %1: %2</source>
        <translation>在 Schema 的 %1 处：%2</translation>
    </message>
    <message>
        <source>the schema</source>
        <translation>Schema</translation>
    </message>
    <message>
        <source>%1 is not valid JSON: %2 (line %3, column %4)</source>
        <translation>%1 不是有效的 JSON：%2（第 %3 行第 %4 列）</translation>
    </message>
    <message>
        <source>the schema needs the vocabulary %1, which is not supported</source>
        <translation>该 Schema 需要词汇表 %1，而它不受支持</translation>
    </message>
    <message>
        <source>$ref &quot;%1&quot; points to another document, and documents are never fetched</source>
        <translation>$ref “%1”指向此处没有的文档，而程序从不获取任何文档</translation>
    </message>
    <message>
        <source>$ref &quot;%1&quot; points nowhere: %2</source>
        <translation>$ref “%1”没有指向任何地方：%2</translation>
    </message>
    <message>
        <source>there is no such anchor</source>
        <translation>没有该名称的锚点</translation>
    </message>
    <message>
        <source>the schema has nothing there</source>
        <translation>Schema 在那里没有内容</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>空</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1或%2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1 character</source>
        <translation>%1 个字符</translation>
    </message>
    <message>
        <source>%1 characters</source>
        <translation>%1 个字符</translation>
    </message>
    <message>
        <source>%1 item</source>
        <translation>%1 项</translation>
    </message>
    <message>
        <source>%1 items</source>
        <translation>%1 项</translation>
    </message>
    <message>
        <source>%1 member</source>
        <translation>%1 个成员</translation>
    </message>
    <message>
        <source>%1 members</source>
        <translation>%1 个成员</translation>
    </message>
    <message>
        <source>it must contain names</source>
        <translation>它必须包含名称</translation>
    </message>
    <message>
        <source>%1 is not supported, so the schema is read as %2</source>
        <translation>不支持 %1，因此按 %2 读取该 Schema</translation>
    </message>
    <message>
        <source>it must be a string</source>
        <translation>它必须是字符串</translation>
    </message>
    <message>
        <source>it must be an array of schemas</source>
        <translation>它必须是 Schema 的数组</translation>
    </message>
    <message>
        <source>it must be an object whose members are schemas</source>
        <translation>它必须是成员均为 Schema 的对象</translation>
    </message>
    <message>
        <source>it must be an object</source>
        <translation>它必须是对象</translation>
    </message>
    <message>
        <source>is not JSON</source>
        <translation>不是 JSON</translation>
    </message>
    <message>
        <source>matching the pattern %1 would take too long</source>
        <translation>匹配模式 %1 耗时过长</translation>
    </message>
    <message>
        <source>the value or its schema is nested too deeply to be checked</source>
        <translation>该值或其 Schema 嵌套过深，无法检查</translation>
    </message>
    <message>
        <source>the schema refers to itself endlessly</source>
        <translation>Schema 无休止地引用自身</translation>
    </message>
    <message>
        <source>the schema at %1 refers to itself endlessly</source>
        <translation>%1 处的 Schema 无休止地引用自身</translation>
    </message>
    <message>
        <source>is not allowed</source>
        <translation>不允许</translation>
    </message>
    <message>
        <source>must have at least %1, not %2</source>
        <translation>必须至少有 %1，而不是 %2</translation>
    </message>
    <message>
        <source>must have at most %1, not %2</source>
        <translation>最多只能有 %1，而不是 %2</translation>
    </message>
    <message>
        <source>must be a multiple of %1</source>
        <translation>必须是 %1 的倍数</translation>
    </message>
    <message>
        <source>must be at most %1</source>
        <translation>不得大于 %1</translation>
    </message>
    <message>
        <source>must be less than %1</source>
        <translation>必须小于 %1</translation>
    </message>
    <message>
        <source>must be at least %1</source>
        <translation>不得小于 %1</translation>
    </message>
    <message>
        <source>must be greater than %1</source>
        <translation>必须大于 %1</translation>
    </message>
    <message>
        <source>must not be empty</source>
        <translation>不得为空</translation>
    </message>
    <message>
        <source>must match the pattern %1</source>
        <translation>必须匹配模式 %1</translation>
    </message>
    <message>
        <source>must be %1</source>
        <translation>必须是 %1</translation>
    </message>
    <message>
        <source>must have an item</source>
        <translation>必须至少有一项</translation>
    </message>
    <message>
        <source>must have a member</source>
        <translation>必须至少有一个成员</translation>
    </message>
    <message>
        <source>must not have the same item twice: items %1 and %2 are equal</source>
        <translation>不得有相同的项：第 %1 项与第 %2 项相等</translation>
    </message>
    <message>
        <source>is required</source>
        <translation>为必需</translation>
    </message>
    <message>
        <source>it must be an integer that is not negative</source>
        <translation>它必须是非负整数</translation>
    </message>
    <message>
        <source>%1 is not a type</source>
        <translation>%1 不是类型</translation>
    </message>
    <message>
        <source>it must be an array</source>
        <translation>它必须是数组</translation>
    </message>
    <message>
        <source>must be one of %1</source>
        <translation>必须是下列之一：%1</translation>
    </message>
    <message>
        <source>it must be a number</source>
        <translation>它必须是数字</translation>
    </message>
    <message>
        <source>it must be greater than 0</source>
        <translation>它必须大于 0</translation>
    </message>
    <message>
        <source>it has more than %1 digits</source>
        <translation>它超过 %1 位数字</translation>
    </message>
    <message>
        <source>it must be an array of names</source>
        <translation>它必须是名称的数组</translation>
    </message>
    <message>
        <source>%1 is not a name</source>
        <translation>%1 不是名称</translation>
    </message>
    <message>
        <source>The server dropped %1 sessions in a row before it responded to anything in them. Check whether several servers share this address without session affinity</source>
        <translation>服务器在会话中响应任何内容之前，连续丢弃了 %1 个会话。请检查是否有多台服务器共用此地址而没有会话亲和性</translation>
    </message>
    <message>
        <source>The connection ended during the handshake</source>
        <translation>连接在握手期间结束</translation>
    </message>
    <message>
        <source>The response to completion/complete has no array &quot;values&quot;</source>
        <translation>completion/complete 的响应没有数组“values”</translation>
    </message>
    <message>
        <source>a block of type &quot;%1&quot; has no data</source>
        <translation>类型为“%1”的块没有数据</translation>
    </message>
    <message>
        <source>%1 echoes what it receives. Check that it is an MCP server</source>
        <translation>%1 把收到的内容原样发回。请检查它是否为 MCP 服务器</translation>
    </message>
    <message>
        <source>%1 cannot be used over HTTP+SSE. Try revision auto, or %2 or earlier; or another transport</source>
        <translation>%1 不能通过 HTTP+SSE 使用。请尝试自动选择版本，或 %2 及更早的版本；或者其他传输方式</translation>
    </message>
    <message>
        <source>The server does not support %1: %2. Try revision auto, or %3 or earlier</source>
        <translation>服务器不支持 %1：%2。请尝试自动选择版本，或 %3 及更早的版本</translation>
    </message>
    <message>
        <source>No common revision: %1 was requested, the server supports %2 (%3)</source>
        <translation>没有共同的版本：请求的是 %1，服务器支持 %2（%3）</translation>
    </message>
    <message>
        <source>No common revision: the server supports %1 (%2)</source>
        <translation>没有共同的版本：服务器支持 %1（%2）</translation>
    </message>
    <message>
        <source>The server refuses %1, although it lists it as supported</source>
        <translation>服务器拒绝了它声称支持的 %1</translation>
    </message>
    <message>
        <source>The response to %1 has neither a result nor an error</source>
        <translation>对 %1 的响应既没有结果也没有错误</translation>
    </message>
    <message>
        <source>The server kept asking questions after %1 rounds</source>
        <translation>%1 轮之后服务器仍有问题</translation>
    </message>
    <message>
        <source>The server responded with a task, although no support for tasks was declared</source>
        <translation>服务器以任务响应，而客户端没有声明支持任务</translation>
    </message>
    <message>
        <source>%1 (the server supports %2)</source>
        <translation>%1（服务器支持 %2）</translation>
    </message>
    <message>
        <source>%1 (the server requires the client capabilities: %2)</source>
        <translation>%1（服务器要求客户端能力：%2）</translation>
    </message>
    <message>
        <source>JSON-RPC requires an object, or a batch of them</source>
        <translation>JSON-RPC 要求一个对象或一批对象</translation>
    </message>
    <message>
        <source>&quot;jsonrpc&quot; is missing or is not &quot;2.0&quot;</source>
        <translation>缺少“jsonrpc”，或其值不是“2.0”</translation>
    </message>
    <message>
        <source>there is no method, no result and no error</source>
        <translation>既没有方法，也没有结果或错误</translation>
    </message>
    <message>
        <source>result and error exclude each other</source>
        <translation>结果与错误互相排斥</translation>
    </message>
    <message>
        <source>the method is not a string</source>
        <translation>方法不是字符串</translation>
    </message>
    <message>
        <source>params are neither an object nor an array</source>
        <translation>params 既不是对象也不是数组</translation>
    </message>
    <message>
        <source>the error is not an object with an integer code and a message</source>
        <translation>错误不是带有整数代码和消息的对象</translation>
    </message>
    <message>
        <source>a JSON-RPC member occurs twice; the last one counts</source>
        <translation>JSON-RPC 的某个成员出现了两次；以最后一个为准</translation>
    </message>
    <message>
        <source>there is a method as well as a result or an error</source>
        <translation>在结果或错误之外还有方法</translation>
    </message>
    <message>
        <source>the message</source>
        <translation>此消息</translation>
    </message>
    <message>
        <source>MCP %1 has no %2</source>
        <translation>MCP %1 没有 %2</translation>
    </message>
    <message>
        <source>and %1 more of this kind</source>
        <translation>以及另外 %1 个同类问题</translation>
    </message>
    <message>
        <source>not JSON, line %1, column %2: %3</source>
        <translation>不是 JSON，第 %1 行第 %2 列：%3</translation>
    </message>
    <message>
        <source>MCP %1 has no batches</source>
        <translation>MCP %1 没有批量</translation>
    </message>
    <message>
        <source>The response to %1 is a question, which is not allowed</source>
        <translation>对 %1 的响应是问题，这是不允许的</translation>
    </message>
    <message>
        <source>The response to %1 has no array &quot;%2&quot;</source>
        <translation>%1 的响应没有数组“%2”</translation>
    </message>
    <message>
        <source>%1: %2; the connection itself is open</source>
        <translation>%1：%2；连接本身仍然打开</translation>
    </message>
    <message>
        <source>%1 returned the cursor %2 twice: the list would never end</source>
        <translation>%1 两次给出游标 %2：列表将永无止境</translation>
    </message>
    <message>
        <source>%1 stopped after %2 pages</source>
        <translation>%1 在 %2 页之后停止</translation>
    </message>
    <message>
        <source>The response to prompts/get has no array &quot;messages&quot;</source>
        <translation>prompts/get 的响应没有数组“messages”</translation>
    </message>
    <message>
        <source>The response to resources/read has no array &quot;contents&quot;</source>
        <translation>resources/read 的响应没有数组“contents”</translation>
    </message>
    <message>
        <source>%1 has neither a text nor a blob</source>
        <translation>%1 既没有 text 也没有 blob</translation>
    </message>
    <message>
        <source>%1 is not base64</source>
        <translation>%1 不是 base64</translation>
    </message>
    <message>
        <source>The server now uses another era of the protocol, which does not know the task</source>
        <translation>服务器现在使用另一代协议，其中不认识该任务</translation>
    </message>
    <message>
        <source>The response to tasks/get is not a task</source>
        <translation>tasks/get 的响应不是任务</translation>
    </message>
    <message>
        <source>it has %1 characters instead of %2</source>
        <translation>它有 %1 个字符，应为 %2 个</translation>
    </message>
    <message>
        <source>its version is invalid</source>
        <translation>其版本无效</translation>
    </message>
    <message>
        <source>there is no dash at character %1</source>
        <translation>第 %1 个字符不是连字符</translation>
    </message>
    <message>
        <source>its flags are followed by more data, which version 00 does not allow</source>
        <translation>标志之后还有内容，版本 00 不允许</translation>
    </message>
    <message>
        <source>its flags do not end after two digits</source>
        <translation>其标志没有在两位数字后结束</translation>
    </message>
    <message>
        <source>it contains characters other than 0-9 and a-f</source>
        <translation>它含有 0-9 或 a-f 以外的字符</translation>
    </message>
    <message>
        <source>its trace id is all zero</source>
        <translation>其跟踪 id 全为零</translation>
    </message>
    <message>
        <source>its parent id is all zero</source>
        <translation>其父 id 全为零</translation>
    </message>
    <message>
        <source>“%1” is not one of its members</source>
        <translation>“%1”不是它的成员</translation>
    </message>
    <message>
        <source>“%1” occurs twice in it</source>
        <translation>“%1”在其中出现了两次</translation>
    </message>
    <message>
        <source>it has more than the %1 allowed members</source>
        <translation>它的成员超过允许的 %1 个</translation>
    </message>
    <message>
        <source>it has %1 bytes, but at most %2 are read</source>
        <translation>它有 %1 字节，超过可读取的 %2 字节</translation>
    </message>
    <message>
        <source>%1 (character %2)</source>
        <translation>%1（第 %2 个字符）</translation>
    </message>
    <message>
        <source>a } without its {</source>
        <translation>} 没有对应的 {</translation>
    </message>
    <message>
        <source>a { without its }</source>
        <translation>{ 没有对应的 }</translation>
    </message>
    <message>
        <source>the operator %1 is reserved</source>
        <translation>运算符 %1 是保留的</translation>
    </message>
    <message>
        <source>a : must be followed by a number from 1 to %1 and nothing else</source>
        <translation>: 之后只能是 1 到 %1 的数字</translation>
    </message>
    <message>
        <source>a name is missing</source>
        <translation>缺少名称</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a name</source>
        <translation>“%1”不是名称</translation>
    </message>
    <message>
        <source>The server does not support subscriptions to resources (resources.subscribe)</source>
        <translation>服务器不支持订阅资源 (resources.subscribe)</translation>
    </message>
    <message>
        <source>The request is no longer needed</source>
        <translation>不再需要此请求</translation>
    </message>
    <message>
        <source>The session has ended</source>
        <translation>会话已结束</translation>
    </message>
    <message>
        <source>params, line %1, column %2: %3</source>
        <translation>params，第 %1 行第 %2 列：%3</translation>
    </message>
    <message>
        <source>params must be an object or an array</source>
        <translation>params 必须是对象或数组</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>no response to %1 within %2</source>
        <translation>%2 内没有对 %1 的响应</translation>
    </message>
    <message>
        <source>not a valid header; expected &quot;Name: value&quot;</source>
        <translation>不是有效的请求头；正确写法为“Name: value”</translation>
    </message>
    <message>
        <source>the header %1 is set by the transport and cannot be changed</source>
        <translation>请求头 %1 属于消息发送方式的一部分，不能设置</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an http or https URL</source>
        <translation>“%1”不是 http 或 https URL</translation>
    </message>
    <message>
        <source>invalid HTTP: %1</source>
        <translation>无效的 HTTP：%1</translation>
    </message>
    <message>
        <source>cannot listen on %1, port %2: %3</source>
        <translation>无法在 %1 的端口 %2 上监听：%3</translation>
    </message>
    <message>
        <source>the argument &quot;%1&quot; is an integer beyond ±(2^53−1), which the header Mcp-Param-%2 cannot carry</source>
        <translation>参数“%1”是超出 ±(2^53−1) 的整数，请求头 Mcp-Param-%2 不能携带它</translation>
    </message>
    <message>
        <source>%1 is not a valid header name</source>
        <translation>%1 不是请求头的名称</translation>
    </message>
    <message>
        <source>the header &quot;%1&quot; occurs twice</source>
        <translation>请求头“%1”出现了两次</translation>
    </message>
    <message>
        <source>x-mcp-header at /%1 is not valid: %2</source>
        <translation>/%1 处的 x-mcp-header 无效：%2</translation>
    </message>
    <message>
        <source>the quote %1 at position %2 is not closed</source>
        <translation>位置 %2 处的引号 %1 没有闭合</translation>
    </message>
    <message>
        <source>nothing follows the backslash at position %1</source>
        <translation>位置 %1 处的反斜杠之后没有内容</translation>
    </message>
    <message>
        <source>the program &quot;%1&quot; was not found in PATH</source>
        <translation>在 PATH 中找不到程序“%1”</translation>
    </message>
    <message>
        <source>its %1 is not %2</source>
        <translation>其 %1 不是%2</translation>
    </message>
    <message>
        <source>The connection works here, but stricter hosts may refuse it: correct the violations of the protocol listed above</source>
        <translation>这里可以连接，但更严格的宿主可能会拒绝它：请修正上面列出的违反协议之处</translation>
    </message>
    <message>
        <source>Processes that run through %1 cannot be seen from here</source>
        <translation>从这里看不到通过 %1 运行的进程</translation>
    </message>
    <message>
        <source>It requires authentication as proxies do, although no proxy is used here: check the URL, or ask its operator whether a gateway in front of the server needs it</source>
        <translation>它像代理那样要求身份验证，但这里没有使用代理：请检查 URL，或向其运营者询问服务器前面的网关是否需要验证</translation>
    </message>
    <message>
        <source>The proxy %1 accepted the connection but sent no HTTP response: check whether it is the right proxy, or connect without it</source>
        <translation>代理 %1 接受了连接，但没有发送 HTTP 响应：请检查代理是否正确，或不使用代理连接</translation>
    </message>
    <message>
        <source>The names of fields are case-sensitive, so clients ignore %1: the server must write %2</source>
        <translation>字段名区分大小写，因此客户端会忽略 %1：服务器必须写成 %2</translation>
    </message>
    <message>
        <source>HTTP %1: a user name and a password are required (Basic)</source>
        <translation>HTTP %1：需要用户名和密码（Basic）</translation>
    </message>
    <message>
        <source>The Authorization header was refused: check the user name and the password</source>
        <translation>Authorization 请求头被拒绝：请检查用户名和密码</translation>
    </message>
    <message>
        <source>The POST of %1 got HTTP %2: the server responded to initialize, but refuses the end of the handshake; hosts on the TypeScript SDK give up the connection</source>
        <translation>%1 的 POST 得到 HTTP %2：服务器响应了 initialize，却拒绝握手的结束；基于 TypeScript SDK 的宿主会放弃连接</translation>
    </message>
    <message>
        <source>The response to the POST of %1 is sent with Content-Encoding %2, which the request did not name in Accept-Encoding: clients may be unable to read it</source>
        <translation>%1 的 POST 的响应使用了 Content-Encoding %2，而请求没有在 Accept-Encoding 中列出它：客户端可能无法读取</translation>
    </message>
    <message>
        <source>The response to the POST of %1 is an event stream with the field %2, but the names of fields are case-sensitive: readers ignore it</source>
        <translation>%1 的 POST 的响应是带有字段 %2 的事件流，但字段名区分大小写：读取者会忽略它</translation>
    </message>
    <message>
        <source>The response to the POST of %1 is sent as text/event-stream, but its body contains no event: it begins with %2</source>
        <translation>%1 的 POST 的响应以 text/event-stream 发送，但正文不含任何事件：它以 %2 开头</translation>
    </message>
    <message>
        <source>its %1 are not %2</source>
        <translation>其 %1 不是%2</translation>
    </message>
    <message>
        <source>The server should write each message as one line, without headers before it</source>
        <translation>服务器应把每条消息写成一行，前面不带头部</translation>
    </message>
    <message>
        <source>A message seems to span several lines: over stdio each message is one line, and hosts read each line by itself</source>
        <translation>一条消息似乎跨越多行：在 stdio 上每条消息占一行，宿主会单独读取每一行</translation>
    </message>
    <message>
        <source>The server should write its JSON without line breaks and indentation</source>
        <translation>服务器写出的 JSON 不应带换行和缩进</translation>
    </message>
    <message>
        <source>It asks for input, as in a terminal: over stdio its input consists of messages, so no user can answer</source>
        <translation>它像在终端中那样要求输入：在 stdio 上其输入由消息组成，因此没有用户能够回答</translation>
    </message>
    <message>
        <source>Give it keys and other settings in environment variables or arguments</source>
        <translation>请通过环境变量或参数提供密钥和其他设置</translation>
    </message>
    <message>
        <source>the proxy %1 closed the connection without a response</source>
        <translation>代理 %1 没有响应就关闭了连接</translation>
    </message>
    <message>
        <source>its %1 is empty</source>
        <translation>其 %1 为空</translation>
    </message>
    <message>
        <source>it is not an object</source>
        <translation>它不是对象</translation>
    </message>
    <message>
        <source>it has no %1</source>
        <translation>它没有 %1</translation>
    </message>
    <message>
        <source>an earlier entry has the same name</source>
        <translation>它前面已有同名的条目</translation>
    </message>
    <message>
        <source>%1 is being written</source>
        <translation>%1 正在写入</translation>
    </message>
    <message>
        <source>cannot write %1: it was replaced by another file</source>
        <translation>无法写入 %1：它已被另一个文件替换</translation>
    </message>
    <message>
        <source>cannot write %1: its last line is incomplete</source>
        <translation>无法写入 %1：它的最后一行不完整</translation>
    </message>
    <message>
        <source>of type &quot;object&quot;</source>
        <translation>“object”类型</translation>
    </message>
    <message>
        <source>%1 is too large: files in the format %2 are read up to %3 MiB</source>
        <translation>%1 过大：格式为 %2 的文件最多读取 %3 MiB</translation>
    </message>
    <message>
        <source>Read as %1, messages: %2</source>
        <translation>按 %1 读取，消息：%2</translation>
    </message>
    <message>
        <source>messages whose direction was inferred, not given by the file: %1</source>
        <translation>文件未注明方向、由消息本身得出的：%1</translation>
    </message>
    <message>
        <source>messages whose direction was guessed: %1</source>
        <translation>方向为推测的消息：%1</translation>
    </message>
    <message>
        <source>unreadable lines, kept unchanged: %1</source>
        <translation>无法读取而保持原样的行：%1</translation>
    </message>
    <message>
        <source>the file contains no times</source>
        <translation>文件中没有时间</translation>
    </message>
    <message>
        <source>Result after cancellation</source>
        <translation>取消后仍有结果</translation>
    </message>
    <message>
        <source>Error -32800 after cancellation</source>
        <translation>取消后收到错误 -32800</translation>
    </message>
    <message>
        <source>Error 0 after cancellation</source>
        <translation>取消后收到错误 0</translation>
    </message>
    <message>
        <source>Error result after cancellation</source>
        <translation>取消后收到表示错误的结果</translation>
    </message>
    <message>
        <source>Error after cancellation</source>
        <translation>取消后仍有错误</translation>
    </message>
    <message>
        <source>Progress after cancellation</source>
        <translation>取消后仍有进度</translation>
    </message>
    <message>
        <source>Sent after the stream was closed</source>
        <translation>流关闭后仍有写入</translation>
    </message>
    <message>
        <source>Silent after cancellation</source>
        <translation>取消后沉默</translation>
    </message>
    <message>
        <source>Two responses to one request</source>
        <translation>一个请求有两个响应</translation>
    </message>
    <message>
        <source>%1; the two crossed on the wire (round trip: %2)</source>
        <translation>%1；两者在线路上交错（往返时间：%2）</translation>
    </message>
    <message>
        <source>Error -32800 arrived %1 after the cancellation; MCP expects no response</source>
        <translation>取消 %1 后收到错误 -32800；MCP 要求不作响应</translation>
    </message>
    <message>
        <source>Error 0 (%2) arrived %1 after the cancellation; MCP expects no response</source>
        <translation>取消 %1 后收到错误 0（%2）；MCP 要求不作响应</translation>
    </message>
    <message>
        <source>A result that reports the cancellation as an error arrived %1 after it; MCP expects no response</source>
        <translation>取消 %1 后收到把取消当作错误的结果；MCP 要求不作响应</translation>
    </message>
    <message>
        <source>Error %2 (%3) arrived %1 after the cancellation</source>
        <translation>取消 %1 后收到错误 %2（%3）</translation>
    </message>
    <message>
        <source>A response arrived %1 after the stream of its request was closed, which cancels the request</source>
        <translation>关闭请求的流（即取消）%1 后仍收到响应</translation>
    </message>
    <message>
        <source>A result arrived %1 after the cancellation, when it was no longer expected</source>
        <translation>取消 %1 后收到结果，此时已不再等待它</translation>
    </message>
    <message>
        <source>Progress arrived %1 after the cancellation</source>
        <translation>取消 %1 后收到进度</translation>
    </message>
    <message>
        <source>Progress continued after the cancellation: %1 messages, the last %2 after it</source>
        <translation>取消后进度仍在继续：%1 条消息，最后一条在取消 %2 后</translation>
    </message>
    <message>
        <source>The id %1 got %2 responses</source>
        <translation>id %1 收到了 %2 次响应</translation>
    </message>
    <message>
        <source>Nothing arrived after the stream was closed, which cancels the request; nothing more can be observed</source>
        <translation>关闭流即为取消，流关闭后再无内容；无法再观察到任何情况</translation>
    </message>
    <message>
        <source>Nothing more arrived for the request until the connection ended, %1 after the cancellation</source>
        <translation>直到连接结束（取消 %1 后）再无它的任何迹象</translation>
    </message>
    <message>
        <source>Nothing more arrived for the request in the %1 after the cancellation; no evidence of further work</source>
        <translation>取消后 %1 内再无它的任何迹象：没有证据表明仍在继续工作</translation>
    </message>
    <message>
        <source>Cancellation of a request that must not be cancelled</source>
        <translation>取消了不得取消的请求</translation>
    </message>
    <message>
        <source>Cancellation of an unknown id</source>
        <translation>取消了未知的 id</translation>
    </message>
    <message>
        <source>Cancellation after the response</source>
        <translation>响应之后才取消</translation>
    </message>
    <message>
        <source>Cancelled twice</source>
        <translation>取消了两次</translation>
    </message>
    <message>
        <source>Cancellation with an id of the wrong type</source>
        <translation>取消中的 id 类型不同</translation>
    </message>
    <message>
        <source>Cancellation without a usable id</source>
        <translation>取消中没有可用的 id</translation>
    </message>
    <message>
        <source>Cancellation with an id</source>
        <translation>取消带有 id</translation>
    </message>
    <message>
        <source>Cancellation without a usable reason</source>
        <translation>取消中没有可用的原因</translation>
    </message>
    <message>
        <source>Cancelled by the server</source>
        <translation>由服务器取消</translation>
    </message>
    <message>
        <source>Subscription ended without notice</source>
        <translation>订阅结束而未通知</translation>
    </message>
    <message>
        <source>Cancellation posted over HTTP</source>
        <translation>通过 HTTP 发送取消通知</translation>
    </message>
    <message>
        <source>Stream closed without a cancellation</source>
        <translation>关闭流而未取消</translation>
    </message>
    <message>
        <source>Cancellation of a task</source>
        <translation>取消了任务</translation>
    </message>
    <message>
        <source>Probable cause of the cancellation</source>
        <translation>取消的可能起因</translation>
    </message>
    <message>
        <source>a timeout in the TypeScript SDK (%1)</source>
        <translation>TypeScript SDK 的超时（%1）</translation>
    </message>
    <message>
        <source>a JavaScript AbortSignal, as in the TypeScript SDK (%1)</source>
        <translation>JavaScript 的 AbortSignal，如 TypeScript SDK（%1）</translation>
    </message>
    <message>
        <source>a JavaScript AbortSignal that timed out, as in the TypeScript SDK (%1)</source>
        <translation>JavaScript 中超时的 AbortSignal，如 TypeScript SDK（%1）</translation>
    </message>
    <message>
        <source>a cancelled Go context, as in the Go SDK (%1)</source>
        <translation>Go 中被取消的 context，如 Go SDK（%1）</translation>
    </message>
    <message>
        <source>a Go context whose deadline passed, as in the Go SDK (%1)</source>
        <translation>Go 中超过期限的 context，如 Go SDK（%1）</translation>
    </message>
    <message>
        <source>a .NET cancellation token, as in the C# SDK (%1)</source>
        <translation>.NET 的取消令牌，如 C# SDK（%1）</translation>
    </message>
    <message>
        <source>The client posted a cancellation, which servers ignore over HTTP in this revision. It should close the stream of the request instead</source>
        <translation>客户端发送了取消通知，而在此版本的 HTTP 上服务器会忽略它；应关闭请求的流</translation>
    </message>
    <message>
        <source>The cancellation has no reason</source>
        <translation>取消没有说明原因</translation>
    </message>
    <message>
        <source>The reason of the cancellation is not a string</source>
        <translation>取消的原因不是字符串</translation>
    </message>
    <message>
        <source>Probably cancelled by %1</source>
        <translation>可能由%1取消</translation>
    </message>
    <message>
        <source>The server cancelled %1, which is not one of the client&apos;s subscriptions</source>
        <translation>服务器取消了 %1，而它不是客户端的订阅</translation>
    </message>
    <message>
        <source>The cancellation names %1, an id that its sender has never used</source>
        <translation>取消针对 %1，而发送方从未使用过这个 id</translation>
    </message>
    <message>
        <source>The cancellation has the id %1, but the request has %2: the types differ, so strict peers such as the TypeScript SDKs do not match them</source>
        <translation>取消的 id 是 %1，请求的 id 却是 %2：类型不同，因此 TypeScript SDK 等严格的对端不会将它们对应起来</translation>
    </message>
    <message>
        <source>The request %1 was cancelled a second time</source>
        <translation>请求 %1 被再次取消</translation>
    </message>
    <message>
        <source>The request %1 was cancelled, which is not allowed: it is %2</source>
        <translation>请求 %1 被取消，而这是不允许的：它是 %2</translation>
    </message>
    <message>
        <source>The cancellation has an id (%1), so it is a request that expects a response</source>
        <translation>取消带有 id（%1），因此是请求，需要响应</translation>
    </message>
    <message>
        <source>The cancellation names a task, which only tasks/cancel can cancel</source>
        <translation>取消指向一个任务：任务应由 tasks/cancel 取消</translation>
    </message>
    <message>
        <source>The requestId of the cancellation is %1, neither a string nor an integer</source>
        <translation>取消的 requestId 是 %1，既不是字符串也不是整数</translation>
    </message>
    <message>
        <source>The cancellation has no requestId</source>
        <translation>取消没有 requestId</translation>
    </message>
    <message>
        <source>The cancellation is for the request %1, which has become a task: only tasks/cancel can cancel it</source>
        <translation>取消针对请求 %1，而它已成为任务：任务应由 tasks/cancel 取消</translation>
    </message>
    <message>
        <source>The request %1 was cancelled %2 after its response</source>
        <translation>请求 %1 在响应 %2 后才被取消</translation>
    </message>
    <message>
        <source>The client closed the stream of the request %1 without a cancellation: in this revision the server need not stop</source>
        <translation>客户端关闭了请求 %1 的流而没有发送取消：在此修订版中服务器不必停止</translation>
    </message>
    <message>
        <source>The server ended the subscription %1 without notifications/cancelled</source>
        <translation>服务器结束了订阅 %1，但没有发送 notifications/cancelled</translation>
    </message>
    <message>
        <source>it is not a baseline: {&quot;pullcordBaseline&quot;: 1, &quot;accepted&quot;: […]}</source>
        <translation>它不是基线文件：{&quot;pullcordBaseline&quot;: 1, &quot;accepted&quot;: […]}</translation>
    </message>
    <message>
        <source>&quot;accepted&quot; contains %1, which is not a string</source>
        <translation>&quot;accepted&quot; 中的 %1 不是字符串</translation>
    </message>
    <message>
        <source>After the cancellation of the request, %1 notifications for it arrived, the last (%2) %3 after the cancellation</source>
        <translation>请求取消后收到 %1 条属于它的通知，最后一条（%2）在取消 %3 后</translation>
    </message>
    <message>
        <source>The server sent %1 for the request %2, %3 after that request was cancelled</source>
        <translation>服务器为请求 %2 发送了 %1，而该请求在 %3 前已被取消</translation>
    </message>
    <message>
        <source>The cancellation is a notification, but got an error response</source>
        <translation>取消是通知，却收到了错误响应</translation>
    </message>
    <message>
        <source>The server left the stream of the cancelled request open; it was closed %1 after the cancellation</source>
        <translation>服务器让已取消请求的流一直打开，直到取消 %1 后流被关闭</translation>
    </message>
    <message>
        <source>The server did not accept the cancellation: %1</source>
        <translation>服务器没有接受取消：%1</translation>
    </message>
    <message>
        <source>The client abandoned the request %1 after %2 without cancelling it</source>
        <translation>客户端在 %2 后放弃了请求 %1，但没有取消它</translation>
    </message>
    <message>
        <source>The client stopped waiting for the request %1, but did not cancel it</source>
        <translation>客户端不再等待请求 %1，但没有取消它</translation>
    </message>
    <message>
        <source>The client disconnected while requests were open and cancelled none of them</source>
        <translation>客户端离开时仍有未完成的请求，且一个也没有取消</translation>
    </message>
    <message>
        <source>The client sent initialize again %1 after a late response, which it should ignore</source>
        <translation>客户端在本应忽略的迟到响应 %1 后重新开始</translation>
    </message>
    <message>
        <source>The request %1 got no response: an earlier cancellation for that id may have swallowed it</source>
        <translation>请求 %1 没有得到响应：此前针对该 id 的取消可能吞掉了它</translation>
    </message>
    <message>
        <source>tasks/cancel for a task that had ended got an error: in this revision it must be acknowledged</source>
        <translation>对已结束任务的 tasks/cancel 以错误响应：在此修订版中仍应确认</translation>
    </message>
    <message>
        <source>tasks/cancel for a task that had ended did not get error -32602</source>
        <translation>对已结束任务的 tasks/cancel 没有以错误 -32602 响应</translation>
    </message>
    <message>
        <source>The response has the id %1, but the request has %2: the types differ, so strict peers do not match them</source>
        <translation>响应的 id 是 %1，请求的却是 %2：类型不同，因此严格的对端不会接受</translation>
    </message>
    <message>
        <source>The response has the id %1, but no request with that id was sent</source>
        <translation>响应针对 %1，而没有发送过这样的请求</translation>
    </message>
    <message>
        <source>The server read the cancellation only after its work had ended: a ping sent after the cancellation waited %1 for its response, until the result arrived</source>
        <translation>工作结束之前没有读取取消：其后的 ping 等待了 %1，直到结果出现</translation>
    </message>
    <message>
        <source>Notification after cancellation</source>
        <translation>取消后仍有通知</translation>
    </message>
    <message>
        <source>Question after cancellation</source>
        <translation>取消后仍提出询问</translation>
    </message>
    <message>
        <source>Question left open</source>
        <translation>遗留的询问</translation>
    </message>
    <message>
        <source>Cancellation read too late</source>
        <translation>取消读取得太晚</translation>
    </message>
    <message>
        <source>Stream left open after cancellation</source>
        <translation>取消后流仍打开</translation>
    </message>
    <message>
        <source>Cancellation refused</source>
        <translation>取消被拒绝</translation>
    </message>
    <message>
        <source>Invalid cancellation not ignored</source>
        <translation>没有忽略无效的取消</translation>
    </message>
    <message>
        <source>Cancellation ended the server</source>
        <translation>取消使服务器结束</translation>
    </message>
    <message>
        <source>Cancellation stopped another request</source>
        <translation>取消停止了另一个请求</translation>
    </message>
    <message>
        <source>Stale cancellation hit a reused id</source>
        <translation>过时的取消影响了重用的 id</translation>
    </message>
    <message>
        <source>Response with an id of the wrong type</source>
        <translation>响应中的 id 类型不同</translation>
    </message>
    <message>
        <source>Response to an unknown id</source>
        <translation>对未知 id 的响应</translation>
    </message>
    <message>
        <source>Abandoned without cancellation</source>
        <translation>放弃而未取消</translation>
    </message>
    <message>
        <source>Cancellation of a task that has ended</source>
        <translation>取消了已结束的任务</translation>
    </message>
    <message>
        <source>Late response treated as fatal</source>
        <translation>把迟到的响应当作致命错误</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a rule: use known, header:NAME, env:NAME, pointer:/path or pattern:REGEX</source>
        <translation>“%1”不是规则：应为 known、header:NAME、env:NAME、pointer:/path 或 pattern:REGEX</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a regular expression: character %2: %3</source>
        <translation>“%1”不是正则表达式：第 %2 个字符：%3</translation>
    </message>
    <message>
        <source>Not valid JSON</source>
        <translation>不是有效的 JSON</translation>
    </message>
    <message>
        <source>Neither or both of result and error</source>
        <translation>结果和错误皆有或皆无</translation>
    </message>
    <message>
        <source>%1; the two may have crossed: %2, sent after the cancellation, got its response only after that</source>
        <translation>%1；两者可能在途中交错：在取消之后发送的 %2 直到其后才得到响应</translation>
    </message>
    <message>
        <source>%1; but the file does not give the direction of these messages</source>
        <translation>%1；但文件没有说明这些消息的方向</translation>
    </message>
    <message>
        <source>the ACP agent of a coding host (%1)</source>
        <translation>编程宿主的 ACP 代理（%1）</translation>
    </message>
    <message>
        <source>a user of the official MCP Inspector (%1)</source>
        <translation>官方 MCP Inspector 的用户（%1）</translation>
    </message>
    <message>
        <source>a cancelled Python scope, as in the Python SDK, version 2 (%1)</source>
        <translation>Python 中已取消的作用域，如 Python SDK 第 2 版（%1）</translation>
    </message>
    <message>
        <source>a timeout in the Python SDK, version 2 (%1)</source>
        <translation>Python SDK 第 2 版的超时（%1）</translation>
    </message>
    <message>
        <source>The id %1 was used again before its request got a response</source>
        <translation>id %1 在其请求得到响应之前被再次使用</translation>
    </message>
    <message>
        <source>The id %1 was used again in the same session</source>
        <translation>id %1 在同一会话中被再次使用</translation>
    </message>
    <message>
        <source>Id reused</source>
        <translation>id 被再次使用</translation>
    </message>
    <message>
        <source>The server no longer responds</source>
        <translation>服务器不再作出任何响应</translation>
    </message>
    <message>
        <source>Invalid progress</source>
        <translation>违反规则的进度</translation>
    </message>
    <message>
        <source>Request before the handshake finished</source>
        <translation>握手完成之前的请求</translation>
    </message>
    <message>
        <source>Method of another revision</source>
        <translation>其他修订版的方法</translation>
    </message>
    <message>
        <source>Required _meta or resultType missing</source>
        <translation>缺少必需的 _meta 或 resultType</translation>
    </message>
    <message>
        <source>Pagination never ends</source>
        <translation>没有尽头的分页</translation>
    </message>
    <message>
        <source>No response</source>
        <translation>从未得到响应</translation>
    </message>
    <message>
        <source>Batch not allowed</source>
        <translation>不允许批量</translation>
    </message>
    <message>
        <source>The data is not valid JSON: %1</source>
        <translation>数据不是有效的 JSON：%1</translation>
    </message>
    <message>
        <source>A batch was sent, but this revision has no batches</source>
        <translation>发送了批量，而此修订版没有批量</translation>
    </message>
    <message>
        <source>A message lacks &quot;jsonrpc&quot;: &quot;2.0&quot;</source>
        <translation>消息没有写明 &quot;jsonrpc&quot;: &quot;2.0&quot;</translation>
    </message>
    <message>
        <source>The server sent the request %1: in this revision servers send none</source>
        <translation>服务器发送了请求 %1：在此修订版中服务器不发送请求</translation>
    </message>
    <message>
        <source>This revision has no %1</source>
        <translation>此修订版没有 %1</translation>
    </message>
    <message>
        <source>%1 was sent, although the other side did not declare the capability %2</source>
        <translation>发送了 %1，而对方没有声明能力 %2</translation>
    </message>
    <message>
        <source>The _meta of the request has no %1</source>
        <translation>请求的 _meta 中没有 %1</translation>
    </message>
    <message>
        <source>The result has no resultType</source>
        <translation>结果没有 resultType</translation>
    </message>
    <message>
        <source>The resultType of the result is unknown</source>
        <translation>结果的 resultType 未知</translation>
    </message>
    <message>
        <source>Progress: %1</source>
        <translation>进度：%1</translation>
    </message>
    <message>
        <source>Progress arrived after the response</source>
        <translation>响应之后又收到进度</translation>
    </message>
    <message>
        <source>The request %1 got no response in %2</source>
        <translation>请求 %1 在 %2 内从未得到响应</translation>
    </message>
    <message>
        <source>The request %1 (initialize) got no response in %2</source>
        <translation>请求 %1（initialize）在 %2 内没有得到响应</translation>
    </message>
    <message>
        <source>The id %1 was used again while its request was open</source>
        <translation>id %1 在其请求尚未结束时被再次使用</translation>
    </message>
    <message>
        <source>The server sent %1 before it received notifications/initialized</source>
        <translation>服务器在收到 notifications/initialized 之前就发送了 %1</translation>
    </message>
    <message>
        <source>The client sent %1 before it received the response to initialize</source>
        <translation>客户端在收到 initialize 的响应之前就发送了 %1</translation>
    </message>
    <message>
        <source>The client sent %1 although initialize was refused</source>
        <translation>initialize 已被拒绝，客户端仍发送了 %1</translation>
    </message>
    <message>
        <source>The tool name is missing</source>
        <translation>缺少工具名称</translation>
    </message>
    <message>
        <source>The number of cancellations must be between 0 and %1</source>
        <translation>取消次数须在 0 到 %1 之间</translation>
    </message>
    <message>
        <source>At most %1 calls, and as many bystanders, can be in flight at once</source>
        <translation>同时进行的调用最多 %1 个，旁观请求也最多这么多</translation>
    </message>
    <message>
        <source>The server does not list a tool named %1, so it may change something</source>
        <translation>服务器没有列出名为 %1 的工具，因此它可能会更改某些内容</translation>
    </message>
    <message>
        <source>%1 is not marked readOnlyHint: it may change something</source>
        <translation>%1 未标记 readOnlyHint：它可能会更改某些内容</translation>
    </message>
    <message>
        <source>The lab is running</source>
        <translation>实验正在运行</translation>
    </message>
    <message>
        <source>There is no connection</source>
        <translation>没有连接</translation>
    </message>
    <message>
        <source>The server does not respond to %1</source>
        <translation>服务器不响应 %1</translation>
    </message>
    <message>
        <source>%1 responds with a question first, so there is no call in flight to cancel</source>
        <translation>%1 会先以问题响应，因此没有进行中的调用可取消</translation>
    </message>
    <message>
        <source>The call to %1 failed: %2</source>
        <translation>调用 %1 失败：%2</translation>
    </message>
    <message>
        <source>The call %1 was not cancelled, but got no response: %2</source>
        <translation>调用 %1 没有被取消，却未得到响应：%2</translation>
    </message>
    <message>
        <source>The connection ended</source>
        <translation>连接已结束</translation>
    </message>
    <message>
        <source>The connection ended: %1</source>
        <translation>连接已结束：%1</translation>
    </message>
    <message>
        <source>The lab was stopped</source>
        <translation>已被停止</translation>
    </message>
    <message>
        <source>The call had ended before the cancellation was sent</source>
        <translation>取消发出之前，调用已经结束</translation>
    </message>
    <message>
        <source>The call did not get its result</source>
        <translation>该调用没有得到结果</translation>
    </message>
    <message>
        <source>The next request with that id got no response</source>
        <translation>下一个使用该 ID 的请求没有得到响应</translation>
    </message>
    <message>
        <source>The next request got no response</source>
        <translation>下一个请求没有得到响应</translation>
    </message>
    <message>
        <source>Revision 2026-07-28 has no initialize</source>
        <translation>版本 2026-07-28 没有 initialize</translation>
    </message>
    <message>
        <source>Over HTTP there is no session yet in which to cancel initialize</source>
        <translation>通过 HTTP 时，此刻还没有可以在其中取消 initialize 的会话</translation>
    </message>
    <message>
        <source>Over HTTP in this revision, closing the stream cancels a request: there is no message that could be invalid</source>
        <translation>在此版本中，通过 HTTP 时关闭流即取消请求：没有可能无效的消息</translation>
    </message>
    <message>
        <source>The tool does not end by itself, so it is unknown whether the cancellation stopped it</source>
        <translation>该工具不会自行结束：无法判断取消是否使它停止</translation>
    </message>
    <message>
        <source>Over HTTP, a request and its cancellation cannot be sent in one write</source>
        <translation>通过 HTTP 时，请求及其取消无法在一次写入中发送</translation>
    </message>
    <message>
        <source>The server stops and sends nothing more for the request</source>
        <translation>服务器停止工作，不再为该请求发送任何内容</translation>
    </message>
    <message>
        <source>The server ignores the cancellation and continues</source>
        <translation>服务器忽略该取消，继续工作</translation>
    </message>
    <message>
        <source>During the call</source>
        <translation>在调用期间</translation>
    </message>
    <message>
        <source>Right after the request</source>
        <translation>紧跟在请求之后</translation>
    </message>
    <message>
        <source>Id of the other type</source>
        <translation>ID 用另一种类型</translation>
    </message>
    <message>
        <source>Sent as a request</source>
        <translation>以请求形式发送</translation>
    </message>
    <message>
        <source>After the response</source>
        <translation>在响应之后</translation>
    </message>
    <message>
        <source>Unknown id, used later</source>
        <translation>未知的 ID，随后使用</translation>
    </message>
    <message>
        <source>No id</source>
        <translation>没有 ID</translation>
    </message>
    <message>
        <source>Id null</source>
        <translation>ID 为 null</translation>
    </message>
    <message>
        <source>Id as an object</source>
        <translation>ID 为对象</translation>
    </message>
    <message>
        <source>Cancelling initialize</source>
        <translation>取消 initialize</translation>
    </message>
    <message>
        <source>Silent</source>
        <translation>沉默</translation>
    </message>
    <message>
        <source>Ignored, as required</source>
        <translation>已忽略，符合要求</translation>
    </message>
    <message>
        <source>Responded before</source>
        <translation>之前已响应</translation>
    </message>
    <message>
        <source>Raced</source>
        <translation>交错</translation>
    </message>
    <message>
        <source>Progress after</source>
        <translation>之后仍有进度</translation>
    </message>
    <message>
        <source>Late result</source>
        <translation>迟到的结果</translation>
    </message>
    <message>
        <source>Late error</source>
        <translation>迟到的错误</translation>
    </message>
    <message>
        <source>Error -32800</source>
        <translation>错误 -32800</translation>
    </message>
    <message>
        <source>Rejected or complained</source>
        <translation>拒绝或报错</translation>
    </message>
    <message>
        <source>Obeyed</source>
        <translation>照办了</translation>
    </message>
    <message>
        <source>Other call affected</source>
        <translation>影响了其他调用</translation>
    </message>
    <message>
        <source>Server silent</source>
        <translation>服务器无响应</translation>
    </message>
    <message>
        <source>Server exited</source>
        <translation>服务器退出</translation>
    </message>
    <message>
        <source>Not applicable</source>
        <translation>不适用</translation>
    </message>
    <message>
        <source>Not tried</source>
        <translation>未尝试</translation>
    </message>
    <message>
        <source>Not finished</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>No call was in flight at the time of the cancellation</source>
        <translation>到该取消时，没有调用在进行中</translation>
    </message>
    <message>
        <source>The server exited right after the cancellation</source>
        <translation>服务器在取消之后随即退出</translation>
    </message>
    <message>
        <source>The lab ended while streams of cancelled calls were still open</source>
        <translation>实验结束时，并非每个已取消调用的流都已结束</translation>
    </message>
    <message>
        <source>Nothing can arrive after the stream is closed: see C12</source>
        <translation>流关闭后不会再有内容：参见 C12</translation>
    </message>
    <message>
        <source>The server asked no question</source>
        <translation>服务器没有提问</translation>
    </message>
    <message>
        <source>Revision 2026-07-28 has no ping</source>
        <translation>版本 2026-07-28 没有 ping</translation>
    </message>
    <message>
        <source>Only over HTTP up to 2025-11-25</source>
        <translation>仅限 2025-11-25 及之前版本的 HTTP</translation>
    </message>
    <message>
        <source>Only over HTTP in 2026-07-28</source>
        <translation>仅限 2026-07-28 版本的 HTTP</translation>
    </message>
    <message>
        <source>No cancellation was sent as a message</source>
        <translation>没有以消息形式发送取消</translation>
    </message>
    <message>
        <source>No invalid cancellation was sent</source>
        <translation>没有发送无效的取消</translation>
    </message>
    <message>
        <source>No other call that ends by itself was in flight: add bystanders</source>
        <translation>没有其他会自行结束的调用在进行中：请增加旁观请求</translation>
    </message>
    <message>
        <source>No id was reused after its cancellation</source>
        <translation>没有在取消之后重用 ID</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>noted</source>
        <translation>已注明</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>not tested</source>
        <translation>未测试</translation>
    </message>
    <message>
        <source>%1; the server&apos;s processes used %2 of a core in the %3 after it</source>
        <translation>%1；此后 %3 内，服务器的进程占用了一个核心的 %2</translation>
    </message>
    <message>
        <source>%1; the server&apos;s processes used %2 of a core in the %3 after it, perhaps for other open requests</source>
        <translation>%1；此后 %3 内，服务器的进程占用了一个核心的 %2，可能是为了其他未结束的请求</translation>
    </message>
    <message>
        <source>Nothing more arrived for the request on the wire in the %1 after the cancellation</source>
        <translation>取消之后 %1 内，线路上再没有它的迹象</translation>
    </message>
    <message>
        <source>Response to a notification</source>
        <translation>响应了通知</translation>
    </message>
    <message>
        <source>HTTP use not allowed in this revision</source>
        <translation>此版本不允许的 HTTP 用法</translation>
    </message>
    <message>
        <source>Order of tools changed</source>
        <translation>工具顺序改变</translation>
    </message>
    <message>
        <source>Invalid x-mcp-header in a tool</source>
        <translation>工具中的 x-mcp-header 无效</translation>
    </message>
    <message>
        <source>Tool definition changed</source>
        <translation>工具定义已更改</translation>
    </message>
    <message>
        <source>Cancellation not passed on</source>
        <translation>取消未转发</translation>
    </message>
    <message>
        <source>Cancellation passed on with the wrong id</source>
        <translation>转发的取消使用了错误的 id</translation>
    </message>
    <message>
        <source>Cancellation passed on in the wrong form</source>
        <translation>转发的取消形式错误</translation>
    </message>
    <message>
        <source>The cancellation was passed on by closing the stream of request %1, which is not a cancellation in the revision of that connection</source>
        <translation>取消是以关闭请求 %1 的流来转发的，而在该连接的版本中这不是取消</translation>
    </message>
    <message>
        <source>The gateway did not pass the cancellation on: on the other side, request %1 got its response %2 later</source>
        <translation>网关没有转发取消：在另一侧，请求 %1 在 %2 之后得到了响应</translation>
    </message>
    <message>
        <source>The gateway did not pass the cancellation on: on the other side, request %1 was not cancelled in the following %2</source>
        <translation>网关没有转发取消：在另一侧，请求 %1 在随后的 %2 内没有被取消</translation>
    </message>
    <message>
        <source>The cancellation was passed on as a notification for request %1, which has no effect over HTTP in 2026-07-28: only closing the stream cancels</source>
        <translation>取消是以针对请求 %1 的通知来转发的，这在 2026-07-28 的 HTTP 上没有作用：只有关闭流才是取消</translation>
    </message>
    <message>
        <source>The cancellation was passed on with the id %1 of its sender; on the other side, the request has the id %2</source>
        <translation>转发取消时使用了发送方的 id %1；在另一侧，该请求的 id 是 %2</translation>
    </message>
    <message>
        <source>The closed stream of request %1 was passed on as a cancellation, which it is not in the revision of that connection</source>
        <translation>请求 %1 的流被关闭，却被当作取消转发；在该连接的版本中这不是取消</translation>
    </message>
    <message>
        <source>Cancellation before its request</source>
        <translation>取消先于其请求</translation>
    </message>
    <message>
        <source>The server sent %1, %3 after the request %2 was cancelled, perhaps for that request: no other open request can be the cause</source>
        <translation>在请求 %2 被取消 %3 之后，服务器又发送了 %1，可能是为了该请求：没有其他未完成的请求会需要它</translation>
    </message>
    <message>
        <source>The request %1 was not cancelled, but its response says that it was, perhaps because another request was cancelled</source>
        <translation>没有人取消请求 %1，它却被响应为已取消，可能是由于另一个请求的取消</translation>
    </message>
    <message>
        <source>The progress of the request %1 ended with the cancellation of another request, perhaps because of it, and no response arrived</source>
        <translation>请求 %1 的进度随另一个请求的取消而终止，可能是由于该取消，而且没有响应到来</translation>
    </message>
    <message>
        <source>The cancellation of the request %1 arrived %2 before the request itself</source>
        <translation>请求 %1 的取消比请求本身早到 %2</translation>
    </message>
    <message>
        <source>The client used HTTP %1, but this revision allows only POST</source>
        <translation>客户端使用了 HTTP %1，而此版本只有 POST</translation>
    </message>
    <message>
        <source>The server assigned a session id, but this revision has no sessions</source>
        <translation>服务器给出了会话 id，而此版本没有会话</translation>
    </message>
    <message>
        <source>The header %1 is %2, but the message has %3</source>
        <translation>标头 %1 是 %2，消息中却是 %3</translation>
    </message>
    <message>
        <source>The header %1 is missing, but the message has %2</source>
        <translation>缺少标头 %1，而消息中有 %2</translation>
    </message>
    <message>
        <source>The client sent a session id, but this revision has no sessions</source>
        <translation>客户端发送了会话 id，而此版本没有会话</translation>
    </message>
    <message>
        <source>The definition of the tool %1 has changed since it was last listed, at %2</source>
        <translation>工具 %1 的定义与上次列出时不同，位于 %2</translation>
    </message>
    <message>
        <source>The tools are in a different order than in the previous list</source>
        <translation>工具的顺序与上一次列表不同</translation>
    </message>
    <message>
        <source>An error without an id arrived after the notification %1, perhaps as its response</source>
        <translation>通知 %1 之后到来了没有 id 的错误，可能是对它的响应</translation>
    </message>
    <message>
        <source>A result without an id arrived after the notification %1, perhaps as its response</source>
        <translation>通知 %1 之后到来了没有 id 的结果，可能是对它的响应</translation>
    </message>
    <message>
        <source>Schema violation</source>
        <translation>违反 Schema</translation>
    </message>
    <message>
        <source>Output schema violation</source>
        <translation>违反输出 Schema</translation>
    </message>
    <message>
        <source>The tool %1 has an output schema, but its result has no structured content</source>
        <translation>工具 %1 有输出 schema，而其结果没有结构化内容</translation>
    </message>
    <message>
        <source>The structured content of %1 does not match the output schema of the tool: %2</source>
        <translation>%1 的结构化内容不符合该工具的输出 schema：%2</translation>
    </message>
    <message>
        <source>%1, and %2 more</source>
        <translation>%1，另有 %2 处</translation>
    </message>
    <message>
        <source>A response is not valid for MCP %1: %2</source>
        <translation>一个响应对 MCP %1 无效：%2</translation>
    </message>
    <message>
        <source>The response to %1 is not valid for MCP %2: %3</source>
        <translation>对 %1 的响应对 MCP %2 无效：%3</translation>
    </message>
    <message>
        <source>The message %1 is not valid for MCP %2: %3</source>
        <translation>消息 %1 对 MCP %2 无效：%3</translation>
    </message>
    <message>
        <source>Not checked: no revision of MCP had been agreed on yet.</source>
        <translation>未检查：尚未商定使用哪个 MCP 版本。</translation>
    </message>
    <message>
        <source>Not checked: the message is larger than %1.</source>
        <translation>未检查：消息超过 %1。</translation>
    </message>
    <message>
        <source>makes this a request, which servers must not send. A server writes only responses and notifications, and asks with input_required (basic: transports; patterns: multi round-trip requests). It gets no response</source>
        <translation>使它成为请求，而服务器不得发送请求：服务器只写响应和通知，需要时以 input_required 询问（basic: transports；patterns: multi round-trip requests）。它得不到响应</translation>
    </message>
    <message>
        <source>It is unknown whether it is valid for MCP %1: %2.</source>
        <translation>无法确定它对 MCP %1 是否有效：%2。</translation>
    </message>
    <message>
        <source>Not valid for MCP %1:</source>
        <translation>对 MCP %1 无效：</translation>
    </message>
    <message>
        <source>Valid for MCP %1.</source>
        <translation>对 MCP %1 有效。</translation>
    </message>
    <message>
        <source>Valid as JSON-RPC. MCP %1 has no %2.</source>
        <translation>作为 JSON-RPC 有效。MCP %1 中没有 %2。</translation>
    </message>
    <message>
        <source>The client has disconnected</source>
        <translation>客户端已断开</translation>
    </message>
    <message>
        <source>%1; the two may have crossed: a program may wait %2 for the processor</source>
        <translation>%1；两者可能交错：一个程序可能要等 %2 才轮到它运行</translation>
    </message>
    <message>
        <source>The request %1 got no response in the %2 after the cancellation of another request, perhaps because of it: before, the same request got its response in %3</source>
        <translation>在另一个请求被取消后的 %2 内，请求 %1 没有得到响应，可能是由于该取消：相同的请求此前在 %3 内得到了响应</translation>
    </message>
    <message>
        <source>The client disconnected %1 after a late response, which it should ignore, and abandoned its open requests</source>
        <translation>客户端在本应忽略的迟到响应 %1 后离开，并放弃了仍未完成的请求</translation>
    </message>
    <message>
        <source>%1; others differ in their details</source>
        <translation>%1；还有其他情况，各不相同</translation>
    </message>
    <message>
        <source>The result asks for %1, but the request did not declare the capability %2</source>
        <translation>结果要求 %1，而请求没有声明能力 %2</translation>
    </message>
    <message>
        <source>No question was open at a cancellation and for 2 s after it</source>
        <translation>取消时没有尚未回答的问题被观察满 2 秒</translation>
    </message>
    <message>
        <source>Not JSON-RPC 2.0</source>
        <translation>不是 JSON-RPC 2.0</translation>
    </message>
    <message>
        <source>The data is JSON, but not a message: neither an object nor a batch of objects</source>
        <translation>发送的内容是 JSON，但不是消息：既不是对象，也不是由对象组成的批量</translation>
    </message>
    <message>
        <source>%1 was sent with %2, although the other side did not declare the capability %3</source>
        <translation>发送的 %1 带有 %2，而对方没有声明能力 %3</translation>
    </message>
    <message>
        <source>%1 was sent, although its sender did not declare the capability %2</source>
        <translation>发送了 %1，而发送方没有声明能力 %2</translation>
    </message>
    <message>
        <source>Progress arrived after the task had ended</source>
        <translation>进度在任务结束之后到来</translation>
    </message>
    <message>
        <source>a timeout in the TypeScript SDK, version 2 (%1)</source>
        <translation>TypeScript SDK 第 2 版的超时（%1）</translation>
    </message>
    <message>
        <source>The data is not valid JSON</source>
        <translation>数据不是有效的 JSON</translation>
    </message>
    <message>
        <source>%1 (then it ended)</source>
        <translation>%1（随后服务器退出）</translation>
    </message>
    <message>
        <source>The client disconnected %1 after a late response, which it should ignore, and reconnected %2 later</source>
        <translation>客户端在本应忽略的迟到响应之后 %1 断开了连接，又在 %2 之后重新连接</translation>
    </message>
    <message>
        <source>An error result that may report the cancellation (%2) arrived %1 after it</source>
        <translation>取消之后 %1 到来了一个表示错误的结果，也许说的就是这次取消（%2）</translation>
    </message>
    <message>
        <source>The request %1 was cancelled %2 after a response whose id had another type, which its sender does not seem to have accepted</source>
        <translation>请求 %1 在一个 id 类型不同的响应到来 %2 之后被取消，其发送方似乎没有接受那个响应</translation>
    </message>
    <message>
        <source>The response has the id %1, but the request has %2: the numbers are equal, but peers that compare the spelling do not match them</source>
        <translation>响应的 id 是 %1，请求的却是 %2：是同一个数，但按写法比较的对端不会接受</translation>
    </message>
    <message>
        <source>%1; or because of the request %2, which was open and failed at that moment</source>
        <translation>%1；也可能是因请求 %2 而出错：它当时尚未结束，恰在那时失败</translation>
    </message>
    <message>
        <source>a cancellation of an unknown id</source>
        <translation>针对未知 id 的取消</translation>
    </message>
    <message>
        <source>a malformed cancellation</source>
        <translation>格式错误的取消</translation>
    </message>
    <message>
        <source>a cancellation of a request that had ended</source>
        <translation>针对已结束请求的取消</translation>
    </message>
    <message>
        <source>a second cancellation of a request</source>
        <translation>对同一请求的第二次取消</translation>
    </message>
    <message>
        <source>a cancellation</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The server failed %1 after %3, which it should ignore: %2</source>
        <translation>在%3之后 %1，服务器出错（它本应忽略该取消）：%2</translation>
    </message>
    <message>
        <source>%1; or because of the request %2, which had failed just before</source>
        <translation>%1；也可能是因为请求 %2，它在此之前刚刚失败</translation>
    </message>
    <message>
        <source>The server ended %1 after %2</source>
        <translation>服务器在%2之后 %1 结束</translation>
    </message>
    <message>
        <source>The server dropped the session %1 after %2</source>
        <translation>服务器在%2之后 %1 忘记了会话</translation>
    </message>
    <message>
        <source>The request %1 was cancelled %2 after its response, which had arrived after the request was abandoned</source>
        <translation>请求 %1 在收到响应 %2 后才被取消，而响应到达时它已被放弃</translation>
    </message>
    <message>
        <source>%1; it names no id, but arrived in the stream of that request</source>
        <translation>%1；它没有给出 id，但出现在该请求的流中</translation>
    </message>
    <message>
        <source>The call did not get its result within %1</source>
        <translation>调用在 %1 内没有得到结果</translation>
    </message>
    <message>
        <source>A malformed cancellation was obeyed</source>
        <translation>形式有误的取消被执行了</translation>
    </message>
    <message>
        <source>the id is missing, or is neither a string nor an integer without fraction and exponent</source>
        <translation>id 缺失，或者既不是字符串，也不是不带小数和指数的整数</translation>
    </message>
    <message>
        <source>Not declared or not requested</source>
        <translation>未声明，或未要求</translation>
    </message>
    <message>
        <source>The result of %1 is a task, but the request did not declare the extension %2</source>
        <translation>%1 的结果是一个任务，而请求没有声明扩展 %2</translation>
    </message>
    <message>
        <source>The _meta of the request has neither %1 nor %2</source>
        <translation>请求的 _meta 中既没有 %1，也没有 %2</translation>
    </message>
    <message>
        <source>The request has no _meta, so it has neither %1 nor %2</source>
        <translation>请求没有 _meta，因此既没有 %1，也没有 %2</translation>
    </message>
    <message>
        <source>The result of %1 asks for input first (input_required), which only the results of tools/call, prompts/get and resources/read may do</source>
        <translation>%1 的结果先要求输入（input_required），而只有 tools/call、prompts/get 和 resources/read 的结果可以这样</translation>
    </message>
    <message>
        <source>The result of %1 is a task, which only the result of tools/call may be</source>
        <translation>%1 的结果是一个任务，而只有 tools/call 的结果可以是任务</translation>
    </message>
    <message>
        <source>%1 arrived for the subscription %2, which did not request it</source>
        <translation>%1 为订阅 %2 到来，而该订阅并未要求它</translation>
    </message>
    <message>
        <source>%1 arrived for the subscription %2, which had ended</source>
        <translation>%1 为订阅 %2 到来，而该订阅已经结束</translation>
    </message>
    <message>
        <source>%1 arrived, but no open subscription requests it</source>
        <translation>%1 到来，而没有打开的订阅要求它</translation>
    </message>
    <message>
        <source>%1 does not name its subscription in %2 of its _meta</source>
        <translation>%1 没有在 _meta 中用 %2 指明它的订阅</translation>
    </message>
    <message>
        <source>A log message arrived in the stream of the subscription %1, which must carry none</source>
        <translation>订阅 %1 的流中来了一条日志消息，那里不该有日志</translation>
    </message>
    <message>
        <source>A log message arrived in the stream of the request %1, which asks for none</source>
        <translation>请求 %1 的流中来了一条日志消息，而该请求没有要求日志</translation>
    </message>
    <message>
        <source>A log message arrived after the response to the request %1</source>
        <translation>请求 %1 的响应之后来了一条日志消息</translation>
    </message>
    <message>
        <source>A log message of the level %1 arrived for the request %2, which asks for %3 and above</source>
        <translation>为请求 %2 来了一条级别为 %1 的日志消息，而该请求只要求 %3 及以上的级别</translation>
    </message>
    <message>
        <source>A log message of the level %1 arrived, but the open requests ask for %2 and above</source>
        <translation>来了一条级别为 %1 的日志消息，而打开的请求只要求 %2 及以上的级别</translation>
    </message>
    <message>
        <source>A log message arrived, but no open request asks for any</source>
        <translation>来了一条日志消息，而没有打开的请求要求日志</translation>
    </message>
    <message>
        <source>A log message arrived %1 after the cancellation of the request, but no open request asks for it</source>
        <translation>请求取消之后 %1 来了一条日志消息，而没有打开的请求要求它</translation>
    </message>
    <message>
        <source>After the cancellation of the request, %1 log messages arrived that no open request asks for, the last %2 after it</source>
        <translation>请求取消之后来了 %1 条没有打开的请求要求的日志消息，最后一条在取消之后 %2</translation>
    </message>
    <message>
        <source>The response has the id %1, but the request has %2: the strings differ, so strict peers do not match them</source>
        <translation>响应的 id 为 %1，请求的 id 为 %2：文本不同，因此严格的对端不会接受</translation>
    </message>
    <message>
        <source>A request is not valid for MCP %1: %2</source>
        <translation>一个请求对 MCP %1 无效：%2</translation>
    </message>
    <message>
        <source>A notification is not valid for MCP %1: %2</source>
        <translation>一条通知对 MCP %1 无效：%2</translation>
    </message>
    <message>
        <source>A notification for the request, %1, arrived %2 after its cancellation</source>
        <translation>请求取消 %2 后又收到一条属于它的通知（%1）</translation>
    </message>
    <message>
        <source>%1; but the signal may have come from outside, since it is one that ends programs</source>
        <translation>%1；但该信号可能来自外部，因为它是用于结束程序的信号</translation>
    </message>
    <message>
        <source>%1; but with exit code 0, as after a normal exit</source>
        <translation>%1；不过退出码为 0，如同程序正常完成时那样</translation>
    </message>
    <message>
        <source>%1; other work was open (the request %2) and may also be the cause</source>
        <translation>%1；当时还有其他工作未完成（请求 %2），原因也可能在它</translation>
    </message>
    <message>
        <source>%1; the POST of the cancellation had no response yet, so the server may not have read it</source>
        <translation>%1；取消的 POST 尚未得到响应：服务器可能还没有读到它</translation>
    </message>
    <message>
        <source>The cancellation has no params</source>
        <translation>取消没有 params</translation>
    </message>
    <message>
        <source>The client sent %1 before notifications/initialized</source>
        <translation>客户端在发送 notifications/initialized 之前就发送了 %1</translation>
    </message>
    <message>
        <source>Task continues after cancellation</source>
        <translation>任务在取消后继续</translation>
    </message>
    <message>
        <source>%1; but the recording ends there, and the response may have arrived later</source>
        <translation>%1；但录制到此结束，响应可能在此之后才到来</translation>
    </message>
    <message>
        <source>%1; the two may have crossed: the file does not give their times</source>
        <translation>%1；两者可能交错：文件没有说明它们何时到来</translation>
    </message>
    <message>
        <source>An empty line was sent. It is not a message, and some readers treat it as broken JSON</source>
        <translation>发送了一个空行，它不是消息：有些读取方会把它当作损坏的 JSON</translation>
    </message>
    <message>
        <source>A response has both a result and an error: it is unclear which one is meant</source>
        <translation>响应同时含有结果和错误：无法确定指的是哪一个</translation>
    </message>
    <message>
        <source>A message with an id has no result, no error and no method: it is not a response</source>
        <translation>带有 id 的消息没有结果、没有错误，也没有方法：它不是响应</translation>
    </message>
    <message>
        <source>A message has neither an id nor a method: it is not a request, a notification or a response</source>
        <translation>消息既没有 id 也没有方法：它不是请求、不是通知，也不是响应</translation>
    </message>
    <message>
        <source>Progress did not increase: %1 arrived after %2</source>
        <translation>进度没有增加：%2 之后到来的是 %1</translation>
    </message>
    <message>
        <source>Nothing more arrived for the request until the recording ended, %1 after the cancellation</source>
        <translation>直到录制结束（取消 %1 后）再无它的任何迹象</translation>
    </message>
    <message>
        <source>%1 arrived for the subscription %2 before the server had acknowledged it</source>
        <translation>在服务器确认订阅 %2 之前，就为它到来了 %1</translation>
    </message>
    <message>
        <source>%1 names its subscription as %2 in %4 of its _meta, but the id of subscriptions/listen is %3: another JSON type</source>
        <translation>%1 在 _meta 的 %4 中把它的订阅写作 %2，而 subscriptions/listen 的 id 是 %3：JSON 类型不同</translation>
    </message>
    <message>
        <source>%1 names a subscription that does not exist, in %2 of its _meta</source>
        <translation>%1 在 _meta 中用 %2 指明了一个不存在的订阅</translation>
    </message>
    <message>
        <source>The task was cancelled, but is %1 now: a cancelled task must stay cancelled</source>
        <translation>任务已被取消，现在却是 %1：已取消的应保持取消</translation>
    </message>
    <message>
        <source>tasks/cancel was acknowledged, but the task is %1, not cancelled</source>
        <translation>tasks/cancel 得到了确认，而任务是 %1，没有取消</translation>
    </message>
    <message>
        <source>Clients must omit the tool %1: %2</source>
        <translation>客户端必须略去工具 %1：%2</translation>
    </message>
    <message>
        <source>%1. Not checked, because they need times: %2. Checked in part: %3. Info at most, because messages may have crossed: %4</source>
        <translation>%1。因需要时间而未检查：%2。只能部分检查：%3。因两者可能交错而至多为“信息”：%4</translation>
    </message>
    <message>
        <source>The handshake of a new connection was cancelled and did not finish</source>
        <translation>取消了新连接的握手，握手没有完成</translation>
    </message>
    <message>
        <source>The handshake of a new connection was cancelled and finished anyway</source>
        <translation>取消了新连接的握手，握手仍照常完成</translation>
    </message>
    <message>
        <source>The server left the stream of the cancelled request open; it was still open at the end, %1 after the cancellation</source>
        <translation>服务器让已取消请求的流一直开着：到最后它仍然开着，此时距取消已有 %1</translation>
    </message>
    <message>
        <source>The header %1 is &quot;%2&quot;, but the message has no such argument, so the header must be omitted</source>
        <translation>头部 %1 为“%2”，而消息没有这个参数：此时不应有该头部</translation>
    </message>
    <message>
        <source>The notification %1 got an error as its response</source>
        <translation>通知 %1 得到了错误作为响应</translation>
    </message>
    <message>
        <source>The notification %1 got a result as its response</source>
        <translation>通知 %1 得到了结果作为响应</translation>
    </message>
    <message>
        <source>The request %1 was cancelled, but the question that the server asked, perhaps for it (%2, id %3), was neither cancelled nor answered in the %4 after that</source>
        <translation>请求 %1 已被取消，而服务器提出的问题（%2，id %3；可能是为了该请求）在此后的 %4 内既没有被取消，也没有得到响应</translation>
    </message>
    <message>
        <source>The request %1 was cancelled, but the question that the server asked for it (%2, id %3) was neither cancelled nor answered in the %4 after that</source>
        <translation>请求 %1 已取消，而服务器为它所作的询问（%2，id %3）在此后的 %4 内既未取消也未回答</translation>
    </message>
    <message>
        <source>The client sent %1 before initialize</source>
        <translation>客户端在 initialize 之前发送了 %1</translation>
    </message>
    <message>
        <source>The request %1 got no response: the server ended its stream after %2</source>
        <translation>请求 %1 从未得到响应：服务器在 %2 后结束了它的流</translation>
    </message>
    <message>
        <source>The request %1 got no response: its stream broke after %2</source>
        <translation>请求 %1 从未得到响应：它的流在 %2 后中断</translation>
    </message>
    <message>
        <source>The request %1 got no response: the server process exited after %2</source>
        <translation>请求 %1 从未得到响应：服务器的进程在 %2 后结束</translation>
    </message>
    <message>
        <source>messages without a time: %1; all messages are in file order</source>
        <translation>没有时间的消息（因此全部按顺序处理）：%1</translation>
    </message>
    <message>
        <source>The server sent %1 before initialize</source>
        <translation>服务器在 initialize 之前发送了 %1</translation>
    </message>
    <message>
        <source>The client sent %1, but initialize was never sent</source>
        <translation>客户端发送了 %1，但从未发送 initialize</translation>
    </message>
    <message>
        <source>The server sent %1, but initialize was never sent</source>
        <translation>服务器发送了 %1，但从未收到 initialize</translation>
    </message>
    <message>
        <source>An id that had been cancelled before its first use got a response; no id was reused after its response</source>
        <translation>首次使用之前就被取消过的 id 得到了响应；没有 id 在得到响应之后再次使用</translation>
    </message>
    <message>
        <source>%1; the two may have crossed: the server may have sent it before the cancellation and stored it until the client resumed the stream</source>
        <translation>%1；两者可能在途中交错：服务器可能在取消之前就已保存它，直到客户端重新接续它的流</translation>
    </message>
    <message>
        <source>its times have a resolution of %1</source>
        <translation>其时间精度仅为 %1</translation>
    </message>
    <message>
        <source>%1; the two may have crossed: the times of the file have a resolution of %2</source>
        <translation>%1；两者可能在途中交错：该文件的时间精度仅为 %2</translation>
    </message>
    <message>
        <source>The file does not give the time of each message</source>
        <translation>文件没有说明每条消息到达的时间</translation>
    </message>
    <message>
        <source>initialize was sent in a batch, but must be sent alone: the receiver does not know yet whether batches are allowed</source>
        <translation>initialize 放在批量消息中发送，而它必须单独发送：读取它的一方此时还不知道是否支持批量消息</translation>
    </message>
    <message>
        <source>The last message is not followed by a newline: readers of lines treat it as incomplete and may never process it</source>
        <translation>最后一条消息之后没有换行符：按行读取的一方会把它当作半条消息，可能永远不会处理它</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>it is a text in UTF-16; save it as UTF-8</source>
        <translation>这是 UTF-16 文本；请另存为 UTF-8</translation>
    </message>
    <message>
        <source>it is not text</source>
        <translation>它不是文本</translation>
    </message>
    <message>
        <source>it is neither a Pullcord capture nor a file that can be opened (%1); for a server configuration use Server &gt; Import Servers or --config</source>
        <translation>它既不是 Pullcord 捕获文件，也不是可以打开的文件 (%1)；服务器配置由“服务器 &gt; 导入服务器”或 --config 读取</translation>
    </message>
    <message>
        <source>cannot read %1: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>cannot open %1: it is a folder</source>
        <translation>无法打开 %1：它是一个文件夹</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>它是一个文件夹</translation>
    </message>
    <message>
        <source>it is not executable</source>
        <translation>它不可执行</translation>
    </message>
    <message>
        <source>it is a script for %1, which was not found</source>
        <translation>它是由 %1 执行的脚本，但找不到 %1</translation>
    </message>
    <message>
        <source>%1 (from %2)</source>
        <translation>%1（来自 %2）</translation>
    </message>
    <message>
        <source>%1: unknown, because %2</source>
        <translation>%1：未知，因为%2</translation>
    </message>
    <message>
        <source>%1: %2 (PATH: %3)</source>
        <translation>%1：%2（PATH：%3）</translation>
    </message>
    <message>
        <source>%1: %2, but %3 (PATH: %4)</source>
        <translation>%1：%2，但%3（PATH：%4）</translation>
    </message>
    <message>
        <source>%1 is a script for %2: set the variable PATH for the server too, to %3 and the folders of the PATH of %4</source>
        <translation>%1 是由 %2 执行的脚本：还要为该服务器设置变量 PATH，包含 %3 以及%4的 PATH 中的文件夹</translation>
    </message>
    <message>
        <source>Or set the variable PATH for the server, to %1 and the folders of the PATH of %2</source>
        <translation>或者为该服务器设置变量 PATH，包含 %1 以及%2的 PATH 中的文件夹</translation>
    </message>
    <message>
        <source>No shell expands ~ here: write %1</source>
        <translation>这里没有 shell 展开 ~：请写 %1</translation>
    </message>
    <message>
        <source>No shell expands variables here: write the value instead of the name in %1</source>
        <translation>这里没有 shell 展开变量：请把 %1 中的变量名换成它的值</translation>
    </message>
    <message>
        <source>Command and arguments are one word: give %1 alone as the command, and the rest as its arguments</source>
        <translation>命令与参数写成了一个词：请只把 %1 作为命令，其余作为参数</translation>
    </message>
    <message>
        <source>Use python3 as the command: it was found</source>
        <translation>请用 python3 作为命令：找到了它</translation>
    </message>
    <message>
        <source>Found by %1 in %2; the PATH of %3 lacks that folder</source>
        <translation>%1在 %2 中找到了它；%3的 PATH 中没有这个文件夹</translation>
    </message>
    <message>
        <source>Found by %1 in %2, where %3 puts programs; the PATH of %4 lacks that folder</source>
        <translation>%1在 %2 中找到了它，%3 把程序放在那里；%4的 PATH 中没有这个文件夹</translation>
    </message>
    <message>
        <source>It is in %1, where %2 puts programs; no PATH has that folder</source>
        <translation>它在 %1 中，%2 把程序放在那里；任何 PATH 中都没有这个文件夹</translation>
    </message>
    <message>
        <source>%2 is found by %1 as %3: set the variable PATH for the server, to %4 and the folders of the PATH of %5</source>
        <translation>%1找到的 %2 是 %3：请为该服务器设置变量 PATH，包含 %4 以及%5的 PATH 中的文件夹</translation>
    </message>
    <message>
        <source>Install %1, or correct the first line of %2</source>
        <translation>请安装 %1，或更正 %2 的第一行</translation>
    </message>
    <message>
        <source>Install the package that provides %1 (for 32-bit programs or for musl, for example), or use a build of the program for this system</source>
        <translation>请安装提供 %1 的软件包（例如用于 32 位程序或 musl 的软件包），或使用该程序适用于本系统的版本</translation>
    </message>
    <message>
        <source>Check the path of the command; a relative path starts at the server&apos;s working folder</source>
        <translation>请检查命令的路径；相对路径从服务器的工作文件夹算起</translation>
    </message>
    <message>
        <source>Specify the program inside that folder</source>
        <translation>请写出该文件夹中的程序</translation>
    </message>
    <message>
        <source>Make it executable: chmod +x %1</source>
        <translation>请使它可执行：chmod +x %1</translation>
    </message>
    <message>
        <source>A host that was started from the desktop does not find it: its PATH lacks %1</source>
        <translation>从桌面启动的宿主程序找不到它：其 PATH 中没有 %1</translation>
    </message>
    <message>
        <source>A host that was started from the desktop does not find it: its PATH lacks %1, where %2 puts programs</source>
        <translation>从桌面启动的宿主程序找不到它：其 PATH 中没有 %1，%2 把程序放在那里</translation>
    </message>
    <message>
        <source>The server inherits no variables, so its environment is the same everywhere</source>
        <translation>它不继承任何变量：它自己的变量在各处都相同</translation>
    </message>
    <message>
        <source>Specify the program to start</source>
        <translation>请写出要启动的程序</translation>
    </message>
    <message>
        <source>Correct the working folder, or create it: %1</source>
        <translation>请更正工作文件夹，或创建它：%1</translation>
    </message>
    <message>
        <source>Try another environment, or check the start-up files of the shell</source>
        <translation>请在另一种环境中尝试，或查看 shell 的启动文件</translation>
    </message>
    <message>
        <source>A Python module is missing: install the server with its dependencies, or start it with uvx or uv run, which install them</source>
        <translation>缺少一个 Python 模块：请连同依赖项一起安装服务器，或用会自动安装依赖项的 uvx 或 uv run 启动它</translation>
    </message>
    <message>
        <source>A Node.js module or script is missing: check the path of the script, and run npm install in its folder</source>
        <translation>缺少一个 Node.js 模块或脚本：请检查脚本的路径，并在其文件夹中运行 npm install</translation>
    </message>
    <message>
        <source>The package registry has no such package: check its name and version</source>
        <translation>软件包仓库中没有这个包：请检查其名称和版本</translation>
    </message>
    <message>
        <source>A host name could not be resolved: check the network connection and the proxy variables of the server</source>
        <translation>无法解析主机名：请检查网络连接以及服务器的代理变量</translation>
    </message>
    <message>
        <source>A certificate was refused: set NODE_EXTRA_CA_CERTS (Node.js) or SSL_CERT_FILE (Python, uv) to your organization&apos;s CA file</source>
        <translation>证书被拒绝：请用 NODE_EXTRA_CA_CERTS（Node.js）或 SSL_CERT_FILE（Python、uv）向服务器指明您所在组织的 CA 文件</translation>
    </message>
    <message>
        <source>The version of Node.js may be too old for this server: compare node --version with what the server requires</source>
        <translation>Node.js 的版本对该服务器来说可能太旧：请把 node --version 与服务器的要求比较</translation>
    </message>
    <message>
        <source>It starts another program, which is not in its PATH: set the variable PATH for the server</source>
        <translation>它要启动另一个程序，而其 PATH 中没有该程序：请为该服务器设置变量 PATH</translation>
    </message>
    <message>
        <source>A file is missing: check the paths in the arguments; relative paths start at the working folder</source>
        <translation>缺少一个文件：请检查参数中的路径；相对路径从工作文件夹算起</translation>
    </message>
    <message>
        <source>A port is in use: stop the other instance of the server, or let it use another port</source>
        <translation>端口已被占用：请结束该服务器的另一个实例，或让它使用别的端口</translation>
    </message>
    <message>
        <source>Docker is not running, or you lack the permission to use it: start it, and try docker ps</source>
        <translation>Docker 没有运行，或者您无权使用它：请启动它，并尝试 docker ps</translation>
    </message>
    <message>
        <source>Docker has no such image: check its name, and try docker pull</source>
        <translation>Docker 没有这个镜像：请检查其名称，并尝试 docker pull</translation>
    </message>
    <message>
        <source>It lacks the permission to read or write a file: check the permissions of the file that it names</source>
        <translation>它无权读取或写入某个文件：请检查它所指出的文件的权限</translation>
    </message>
    <message>
        <source>It prints its usage: arguments are missing or wrong</source>
        <translation>它打印了用法：参数缺失或有误</translation>
    </message>
    <message>
        <source>The disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>It seems to serve HTTP: connect to %1 instead, or look for its option for stdio</source>
        <translation>它似乎通过 HTTP 提供服务：请改为连接 %1，或查找它用于 stdio 的选项</translation>
    </message>
    <message>
        <source>exit code %1</source>
        <translation>退出码 %1</translation>
    </message>
    <message>
        <source>It was killed from outside: check whether memory ran out (journalctl -k)</source>
        <translation>它被外部终止：请查看内存是否耗尽（journalctl -k）</translation>
    </message>
    <message>
        <source>It ended as if its work were done: check that the arguments start an MCP server on stdio</source>
        <translation>它像完成了工作一样结束：请检查这些参数是否启动 stdio 上的 MCP 服务器</translation>
    </message>
    <message>
        <source>npm prints its banner there: use npm --silent run, or start the program itself</source>
        <translation>npm 在那里打印了横幅：请用 npm --silent run，或直接启动程序</translation>
    </message>
    <message>
        <source>Logs belong on standard error: print(…, file=sys.stderr) in Python, console.error in Node.js</source>
        <translation>日志应写到标准错误：Python 中用 print(…, file=sys.stderr)，Node.js 中用 console.error</translation>
    </message>
    <message>
        <source>%1: response after %2</source>
        <translation>%1：%2 后响应</translation>
    </message>
    <message>
        <source>%1: refused after %2</source>
        <translation>%1：%2 后被拒绝</translation>
    </message>
    <message>
        <source>%1: the connection ended after %2</source>
        <translation>%1：%2 后连接结束</translation>
    </message>
    <message>
        <source>%1: no response within %2</source>
        <translation>%1：%2 内没有响应</translation>
    </message>
    <message>
        <source>%1: not offered</source>
        <translation>%1：未提供</translation>
    </message>
    <message>
        <source>%1: could not be loaded: %2</source>
        <translation>%1：无法加载：%2</translation>
    </message>
    <message>
        <source>Report the response to %1/list to the author of the server</source>
        <translation>请把对 %1/list 的响应报告给服务器的作者</translation>
    </message>
    <message>
        <source>%1: %2 in %3, %4</source>
        <translation>%1：%2 项，用时 %3，%4</translation>
    </message>
    <message>
        <source>%1 that are not as MCP requires: %2</source>
        <translation>%1 中不符合 MCP 要求的：%2</translation>
    </message>
    <message>
        <source>Hosts omit such entries, or the whole list: report them to the author of the server</source>
        <translation>宿主程序会忽略这些条目，甚至整个列表：请把它们报告给服务器的作者</translation>
    </message>
    <message>
        <source>Several hosts and model providers take at most %1 tools: let the server offer fewer</source>
        <translation>一些宿主程序和模型提供商最多接受 %1 个工具：请让服务器少提供一些</translation>
    </message>
    <message>
        <source>The tools take about %1 tokens of each conversation with a model: let the server offer fewer, or shorter descriptions</source>
        <translation>这些工具在与模型的每次对话中约占 %1 个 token：请让服务器少提供一些，或缩短描述</translation>
    </message>
    <message>
        <source>Started in the environment of %1, which finds the command</source>
        <translation>已在%1的环境中启动，它能找到该命令</translation>
    </message>
    <message>
        <source>Only messages</source>
        <translation>只有消息</translation>
    </message>
    <message>
        <source>No other output</source>
        <translation>没有其他输出</translation>
    </message>
    <message>
        <source>Lines that are not messages, before the handshake was done: %1</source>
        <translation>握手完成之前不是消息的行数：%1</translation>
    </message>
    <message>
        <source>Lines that are not messages, after the handshake: %1</source>
        <translation>握手之后不是消息的行数：%1</translation>
    </message>
    <message>
        <source>Some hosts ignore such lines, others report them as errors or end the connection</source>
        <translation>有些宿主程序忽略这些行，另一些则报告错误或结束连接</translation>
    </message>
    <message>
        <source>%1 uses MCP %2 (modern era, no handshake needed)</source>
        <translation>%1 使用 MCP %2（新时代，无需握手）</translation>
    </message>
    <message>
        <source>%1 uses MCP %2 (legacy era, initialize)</source>
        <translation>%1 使用 MCP %2（旧时代，initialize）</translation>
    </message>
    <message>
        <source>A server without a name</source>
        <translation>一个没有名称的服务器</translation>
    </message>
    <message>
        <source>It does not respond to unknown methods, so hosts that try 2026-07-28 first wait in vain: the server should return error -32601</source>
        <translation>它不响应自己不认识的方法：先尝试 2026-07-28 的宿主程序会为此等待；服务器应响应错误 -32601</translation>
    </message>
    <message>
        <source>Many hosts time out after 30 to 60 s: install the server beforehand instead of downloading it at each start</source>
        <translation>许多宿主程序在 30 到 60 s 后放弃：请事先安装服务器，而不是每次启动时下载</translation>
    </message>
    <message>
        <source>It writes lines that are not messages: see the stage Standard output</source>
        <translation>它写出了不是消息的行：见阶段“标准输出”</translation>
    </message>
    <message>
        <source>It runs but does not respond: check that its arguments select stdio, and that it does not wait for a login or another program</source>
        <translation>它在运行，但不响应：请检查参数是否选择了 stdio，以及它是否在等待登录或另一个程序</translation>
    </message>
    <message>
        <source>If it downloads something at its first start, wait longer</source>
        <translation>如果它在首次启动时下载内容，请等待更久</translation>
    </message>
    <message>
        <source>Check that this starts an MCP server. If it does, update the server, or choose a fixed revision</source>
        <translation>请检查这是否启动 MCP 服务器；如果是，请尝试更新服务器，或固定的版本</translation>
    </message>
    <message>
        <source>It declares no tools, prompts or resources: hosts cannot use it</source>
        <translation>它没有声明工具、提示或资源：宿主程序无法使用它</translation>
    </message>
    <message>
        <source>Every MCP server must respond to %1: hosts that check connections with it will drop this one</source>
        <translation>每个 MCP 服务器都必须响应 %1：用它检查连接的宿主程序会断开此连接</translation>
    </message>
    <message>
        <source>It responded to the handshake, but to no later request: check its log, or try again</source>
        <translation>它响应了握手，然后不再响应：请查看其日志，或再试一次</translation>
    </message>
    <message>
        <source>The connection was closed within %1</source>
        <translation>连接在 %1 内关闭</translation>
    </message>
    <message>
        <source>It was not started</source>
        <translation>它没有启动</translation>
    </message>
    <message>
        <source>It ended by itself while it was being examined: %1</source>
        <translation>它在检查期间自行结束：%1</translation>
    </message>
    <message>
        <source>It was still running %1 after its standard input was closed, and had to be terminated: %2</source>
        <translation>标准输入关闭 %1 后它仍在运行，只得被终止：%2</translation>
    </message>
    <message>
        <source>The server should end when its standard input ends. Hosts that do not kill it leave it running</source>
        <translation>服务器应在标准输入结束时结束：不终止它的宿主程序会让它一直运行</translation>
    </message>
    <message>
        <source>It ended %1 after its standard input was closed: %2</source>
        <translation>它在标准输入关闭 %1 后结束：%2</translation>
    </message>
    <message>
        <source>The end of standard input is not an error, so the server should end with exit code 0</source>
        <translation>标准输入结束不是错误：服务器应以退出码 0 结束</translation>
    </message>
    <message>
        <source>Processes that it started and left running: %1</source>
        <translation>它启动后留下的仍在运行的进程数：%1</translation>
    </message>
    <message>
        <source>The server should stop the processes that it started: with other hosts they keep running</source>
        <translation>服务器应结束它所启动的进程：在其他宿主程序下这些进程会留下来</translation>
    </message>
    <message>
        <source>It left no processes running</source>
        <translation>它没有留下任何进程</translation>
    </message>
    <message>
        <source>Ready after %1; the first start took %2</source>
        <translation>%1 后就绪；首次启动用了 %2</translation>
    </message>
    <message>
        <source>The first start worked: check whether it left a lock, a port or a file that blocks the next start</source>
        <translation>首次启动成功：请检查它是否留下了妨碍下一次启动的锁、端口或文件</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>The command cannot be started</source>
        <translation>无法启动该命令</translation>
    </message>
    <message>
        <source>The first start failed</source>
        <translation>首次启动失败</translation>
    </message>
    <message>
        <source>The server cannot be reached</source>
        <translation>无法到达该服务器</translation>
    </message>
    <message>
        <source>The host name has no address</source>
        <translation>主机名没有地址</translation>
    </message>
    <message>
        <source>The URL is http: nothing is encrypted</source>
        <translation>URL 是 http：没有加密</translation>
    </message>
    <message>
        <source>it has a different origin, so it was not asked</source>
        <translation>它属于另一个来源，没有向它询问</translation>
    </message>
    <message>
        <source>it is not JSON</source>
        <translation>它不是 JSON</translation>
    </message>
    <message>
        <source>Compare with the newest log that a host keeps for it: %1 (%2)</source>
        <translation>请与宿主程序为它保存的最新日志比较：%1（%2）</translation>
    </message>
    <message>
        <source>it names no authorization server</source>
        <translation>它没有指明授权服务器</translation>
    </message>
    <message>
        <source>Pullcord</source>
        <translation>Pullcord</translation>
    </message>
    <message>
        <source>Login shell</source>
        <translation>登录 shell</translation>
    </message>
    <message>
        <source>Desktop host</source>
        <translation>桌面宿主程序</translation>
    </message>
    <message>
        <source>this program</source>
        <translation>本程序</translation>
    </message>
    <message>
        <source>the login shell</source>
        <translation>登录 shell</translation>
    </message>
    <message>
        <source>a desktop host</source>
        <translation>桌面宿主程序</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Standard output</source>
        <translation>标准输出</translation>
    </message>
    <message>
        <source>Second start</source>
        <translation>第二次启动</translation>
    </message>
    <message>
        <source>Host name</source>
        <translation>主机名</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>TCP connection</source>
        <translation>TCP 连接</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>HTTP responses</source>
        <translation>HTTP 响应</translation>
    </message>
    <message>
        <source>Authorization</source>
        <translation>授权</translation>
    </message>
    <message>
        <source>Handshake</source>
        <translation>握手</translation>
    </message>
    <message>
        <source>Capabilities and lists</source>
        <translation>能力与列表</translation>
    </message>
    <message>
        <source>Round trip</source>
        <translation>往返</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>%1 did not finish its start-up files within %2 ms</source>
        <translation>%1 未能在 %2 ms 内执行完启动文件</translation>
    </message>
    <message>
        <source>%1 could not be started: %2</source>
        <translation>无法启动 %1：%2</translation>
    </message>
    <message>
        <source>%1 ended before it printed its variables</source>
        <translation>%1 在给出变量之前就结束了</translation>
    </message>
    <message>
        <source>Certificate %1: %2, issued by %3, valid from %4 to %5</source>
        <translation>证书 %1：%2，由 %3 签发，有效期从 %4 到 %5</translation>
    </message>
    <message>
        <source>It is valid for: %1</source>
        <translation>它对以下名称有效：%1</translation>
    </message>
    <message>
        <source>Certification authorities that this system trusts: %1</source>
        <translation>本系统信任的证书颁发机构数：%1</translation>
    </message>
    <message>
        <source>The certificate expired on %1: check the clock of this machine, or ask the operator of the server to renew it</source>
        <translation>证书已于 %1 过期：请检查本机的时钟，或请服务器的运营者更新证书</translation>
    </message>
    <message>
        <source>The certificate is not valid before %1: check the clock of this machine</source>
        <translation>证书从 %1 起有效：请检查本机的时钟</translation>
    </message>
    <message>
        <source>The certificate is not for %1 but for %2: connect to one of those names, or have a certificate issued for this one</source>
        <translation>证书不是签发给 %1 的，而是签发给 %2 的：请连接其中一个名称，或为此名称签发证书</translation>
    </message>
    <message>
        <source>There is no MCP server at this path: look up the path in the server&apos;s documentation. Most servers use /mcp, older ones /sse</source>
        <translation>此路径上没有 MCP 服务器：请在服务器的文档中核对；大多数使用 /mcp，较旧的使用 /sse</translation>
    </message>
    <message>
        <source>It does not take POST here: check the path, or try the transport HTTP+SSE</source>
        <translation>它在这里不接受 POST：请检查路径，或尝试传输方式 HTTP+SSE</translation>
    </message>
    <message>
        <source>A gateway responds, but the server behind it does not: start that server, or ask its operator</source>
        <translation>网关有响应，而其后的服务器没有：请启动该服务器，或询问其运营者</translation>
    </message>
    <message>
        <source>The server failed: check its log</source>
        <translation>服务器出错：请查看其日志</translation>
    </message>
    <message>
        <source>The server refuses the request: check the URL and the response</source>
        <translation>服务器拒绝该请求：请检查 URL 以及响应的内容</translation>
    </message>
    <message>
        <source>Through the proxy %1</source>
        <translation>通过代理 %1</translation>
    </message>
    <message>
        <source>Not used for this address</source>
        <translation>此地址不用代理</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 是 %2</translation>
    </message>
    <message>
        <source>The proxy resolves it</source>
        <translation>由代理解析</translation>
    </message>
    <message>
        <source>Check the spelling of the host name</source>
        <translation>请检查主机名的拼写</translation>
    </message>
    <message>
        <source>If the host belongs to a company network, connect to its VPN, or set its proxy (https_proxy)</source>
        <translation>如果它属于公司网络，请连接其 VPN，或设置其代理（https_proxy）</translation>
    </message>
    <message>
        <source>Nothing listens on port %1 of %2: start the server, and check that its port is the one in the URL</source>
        <translation>%2 的端口 %1 上没有程序监听：请启动服务器，并核对其端口与 URL</translation>
    </message>
    <message>
        <source>%1 does not respond on port %2: check the port, the firewall and whether a VPN is needed</source>
        <translation>%1 在端口 %2 上没有响应：请检查端口、防火墙以及是否需要 VPN</translation>
    </message>
    <message>
        <source>Encrypted with %1</source>
        <translation>使用 %1 加密</translation>
    </message>
    <message>
        <source>The certificate is trusted only by its digest</source>
        <translation>仅凭其摘要信任它</translation>
    </message>
    <message>
        <source>No request was sent to this server</source>
        <translation>没有向该服务器发送任何内容</translation>
    </message>
    <message>
        <source>The port may not use TLS: try the URL with http:// if the server is on this machine, or check the port</source>
        <translation>该端口可能不使用 TLS：如果服务器在本机，请尝试 http:// 开头的 URL，或检查端口</translation>
    </message>
    <message>
        <source>The certificate expires in %1 days: have it renewed</source>
        <translation>证书将在 %1 天后过期：请更新它</translation>
    </message>
    <message>
        <source>The response is a web page, not MCP: the URL leads to a site or a login page. Look for the MCP endpoint in the server&apos;s documentation, often /mcp</source>
        <translation>返回的是网页而不是 MCP：该 URL 属于网站或登录页面；请在服务器的文档中查找 MCP 端点，通常是 /mcp</translation>
    </message>
    <message>
        <source>MCP requires application/json or text/event-stream with a message in it: check that this is an MCP server</source>
        <translation>MCP 要求带有消息的 application/json 或 text/event-stream：请检查这是否为 MCP 服务器</translation>
    </message>
    <message>
        <source>The Authorization header was not refused</source>
        <translation>Authorization 请求头没有被拒绝</translation>
    </message>
    <message>
        <source>HTTP %1 without a WWW-Authenticate header, so a host cannot find out what is required</source>
        <translation>HTTP %1，没有 WWW-Authenticate 响应头，因此宿主程序无法得知要求什么</translation>
    </message>
    <message>
        <source>Tokens are issued by %1 (named by %2)</source>
        <translation>令牌由 %1 颁发（由 %2 指明）</translation>
    </message>
    <message>
        <source>The issuer of tokens is unknown: %1: %2</source>
        <translation>令牌颁发者未知：%1：%2</translation>
    </message>
    <message>
        <source>Give the user name and password, either in the URL or in the header Authorization</source>
        <translation>请给出名称和密码：写在 URL 中，或作为 Authorization 请求头</translation>
    </message>
    <message>
        <source>Fix the start of the server first: see the stage Start</source>
        <translation>请先解决服务器的启动问题：见阶段“启动”</translation>
    </message>
    <message>
        <source>The server refuses the handshake: fix the problem that its message names</source>
        <translation>服务器拒绝握手：请解决其消息中指出的问题</translation>
    </message>
    <message>
        <source>The server received too many requests: wait, and try again</source>
        <translation>请求过多：请稍等再试</translation>
    </message>
    <message>
        <source>invalid HTTP: headers longer than %1 bytes</source>
        <translation>无效的 HTTP：标头超过 %1 字节</translation>
    </message>
    <message>
        <source>invalid HTTP: a chunk extension longer than %1 bytes</source>
        <translation>无效的 HTTP：分块扩展超过 %1 字节</translation>
    </message>
    <message>
        <source>invalid HTTP: trailers longer than %1 bytes</source>
        <translation>无效的 HTTP：尾部字段超过 %1 字节</translation>
    </message>
    <message>
        <source>the file was removed</source>
        <translation>该文件已被删除</translation>
    </message>
    <message>
        <source>the file was moved or renamed</source>
        <translation>该文件已被移动或重命名</translation>
    </message>
    <message>
        <source>it was replaced by another file</source>
        <translation>它已被另一个文件替换</translation>
    </message>
    <message>
        <source>another program has changed the size of the file from %1 to %2 bytes</source>
        <translation>另一个程序将该文件的大小从 %1 字节改为 %2 字节</translation>
    </message>
    <message>
        <source>Over HTTP+SSE, the transport of 2024-11-05</source>
        <translation>通过 HTTP+SSE，即 2024-11-05 的传输方式</translation>
    </message>
    <message>
        <source>%1 %2 got no response: %3</source>
        <translation>%1 %2 没有得到响应：%3</translation>
    </message>
    <message>
        <source>%1 %2 got HTTP %3, a redirect to %4</source>
        <translation>%1 %2 得到 HTTP %3，重定向到 %4</translation>
    </message>
    <message>
        <source>no content type</source>
        <translation>无内容类型</translation>
    </message>
    <message>
        <source>%1 %2 got HTTP %3 (%4)</source>
        <translation>%1 %2 得到 HTTP %3（%4）</translation>
    </message>
    <message>
        <source>%1 %2 got HTTP %3 (%4): &quot;%5&quot;</source>
        <translation>%1 %2 得到 HTTP %3（%4）：“%5”</translation>
    </message>
    <message>
        <source>Log in at %1 (a host with OAuth does so by itself), or give a token in the header Authorization</source>
        <translation>请在 %1 登录（支持 OAuth 的宿主程序会自行登录），或在请求头 Authorization 中给出令牌</translation>
    </message>
    <message>
        <source>Response cut short</source>
        <translation>响应被截断</translation>
    </message>
    <message>
        <source>The response ended after %1 of the %2 bytes that its Content-Length announced; the part that arrived happens to be complete JSON</source>
        <translation>响应在到达 %1 字节后结束，而其 Content-Length 声明了 %2 字节；到来的部分恰好是完整的 JSON</translation>
    </message>
    <message>
        <source>The response broke after %1 bytes, before its end; the part that arrived happens to be complete JSON</source>
        <translation>响应在 %1 字节之后、结束之前中断；到来的部分恰好是完整的 JSON</translation>
    </message>
    <message>
        <source>Notification not accepted with 202</source>
        <translation>通知未以 202 接受</translation>
    </message>
    <message>
        <source>Wrong content type in a response</source>
        <translation>以其他内容类型响应请求</translation>
    </message>
    <message>
        <source>Body and content type disagree</source>
        <translation>正文与内容类型不符</translation>
    </message>
    <message>
        <source>GET neither a stream nor refused with 405</source>
        <translation>GET 既不是流也未以 405 拒绝</translation>
    </message>
    <message>
        <source>Invalid characters in the session id</source>
        <translation>会话 id 含其他字符</translation>
    </message>
    <message>
        <source>Session id changed</source>
        <translation>会话 id 改变</translation>
    </message>
    <message>
        <source>Event id used in two streams</source>
        <translation>事件 id 用于两个流</translation>
    </message>
    <message>
        <source>Response in the stream of a GET</source>
        <translation>响应在 GET 的流中</translation>
    </message>
    <message>
        <source>Accept header incomplete</source>
        <translation>Accept 头部不完整</translation>
    </message>
    <message>
        <source>Session id not sent</source>
        <translation>未发送会话 id</translation>
    </message>
    <message>
        <source>Protocol version header missing or wrong</source>
        <translation>协议版本头部缺失或有误</translation>
    </message>
    <message>
        <source>Batch of requests and responses</source>
        <translation>请求与响应混在一个批量消息中</translation>
    </message>
    <message>
        <source>Stream resumed too early</source>
        <translation>过早续接流</translation>
    </message>
    <message>
        <source>Server keeps running after its input was closed</source>
        <translation>输入关闭后服务器仍在运行</translation>
    </message>
    <message>
        <source>Timeout that ignores progress</source>
        <translation>不理会进度的超时</translation>
    </message>
    <message>
        <source>Lost session not renewed</source>
        <translation>丢失的会话未重新建立</translation>
    </message>
    <message>
        <source>No 404 for an unknown session</source>
        <translation>未以 404 响应未知的会话</translation>
    </message>
    <message>
        <source>The response to %1 arrived in a stream that a GET opened and that resumes no other: it belongs in the response to its POST, where hosts wait for it</source>
        <translation>%1 的响应出现在由 GET 打开、又没有续接其他流的流中：它应在其 POST 的响应里，宿主程序在那里等它</translation>
    </message>
    <message>
        <source>Two streams of one session have an event with the id %1: a client that resumes one may get the other</source>
        <translation>同一会话的两个流都有 id 为 %1 的事件：续接其中一个的客户端可能得到另一个</translation>
    </message>
    <message>
        <source>The client resumed the stream after %1, although the server asked for %2 (retry)</source>
        <translation>客户端在 %1 后就续接了流，而服务器要求等待 %2（retry）</translation>
    </message>
    <message>
        <source>The client abandoned the request %1 because no progress arrived (&quot;%2&quot;), but had sent no progressToken with it</source>
        <translation>客户端因没有进度而放弃请求 %1（“%2”），但它发送请求时没有带 progressToken</translation>
    </message>
    <message>
        <source>The client abandoned the request %1 because of a timeout after %2, although progress had arrived %3 before</source>
        <translation>客户端在 %2 后因超时放弃请求 %1，而 %3 前刚有进度</translation>
    </message>
    <message>
        <source>The server was still running %1 after its standard input was closed, and ended only on SIGKILL: a host that only closes the input leaves it running</source>
        <translation>标准输入关闭 %1 后服务器仍在运行，只有 SIGKILL 才使它结束：只关闭输入的宿主程序会把它留下</translation>
    </message>
    <message>
        <source>The server was still running %1 after its standard input was closed: a host that only closes the input leaves it running</source>
        <translation>标准输入关闭 %1 后服务器仍在运行：只关闭输入的宿主程序会把它留下</translation>
    </message>
    <message>
        <source>The server ended when its standard input was closed, but left processes running that it had started: %1. With other hosts they may keep running</source>
        <translation>服务器在标准输入关闭后结束，但留下了由它启动且仍在运行的进程：%1 个。在其他宿主程序下它们可能一直运行</translation>
    </message>
    <message>
        <source>%1; ChatWise and the proxy of the official Inspector fail on it</source>
        <translation>%1；ChatWise 和官方 Inspector 的代理会因此失败</translation>
    </message>
    <message>
        <source>%1; Codex reads the body as a message and fails to connect</source>
        <translation>%1；Codex 会把正文当作消息来读，因而无法连接</translation>
    </message>
    <message>
        <source>%1; older hosts on the Rust SDK, such as Codex, fail to connect</source>
        <translation>%1；基于 Rust SDK 的较旧宿主程序（例如 Codex）无法连接</translation>
    </message>
    <message>
        <source>%1; hosts on the Java SDK fail on this content type</source>
        <translation>%1；基于 Java SDK 的宿主程序不接受这种内容类型</translation>
    </message>
    <message>
        <source>a batch</source>
        <translation>批量消息</translation>
    </message>
    <message>
        <source>a response</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>The response to the POST of %1 (HTTP %2) is sent as text/event-stream, but its body is JSON and contains no event</source>
        <translation>对 %1 的 POST 的响应（HTTP %2）以 text/event-stream 发送，但正文是 JSON：其中没有事件</translation>
    </message>
    <message>
        <source>The response to the POST of %1 (HTTP %2) is sent as application/json, but its body is a stream of events</source>
        <translation>对 %1 的 POST 的响应（HTTP %2）以 application/json 发送，但正文是事件流</translation>
    </message>
    <message>
        <source>A batch mixes responses with requests or notifications, but these must be posted separately</source>
        <translation>批量消息把响应与请求或通知混在一起，它们必须分开发送</translation>
    </message>
    <message>
        <source>The client sent Accept: %1 with a %2, which must list %3</source>
        <translation>客户端的 %2 带有 Accept: %1，而它必须列出 %3</translation>
    </message>
    <message>
        <source>The client sent a %1 without an Accept header, which must list %2</source>
        <translation>客户端发送的 %1 没有 Accept 头部，它必须列出 %2</translation>
    </message>
    <message>
        <source>%1; servers on the TypeScript and Python SDKs refuse such a %2 with 406</source>
        <translation>%1；基于 TypeScript SDK 和 Python SDK 的服务器会以 406 拒绝这样的 %2</translation>
    </message>
    <message>
        <source>The client sent a %1 without the header MCP-Protocol-Version: the server may assume 2025-03-26 instead of %2</source>
        <translation>客户端发送的 %1 没有 MCP-Protocol-Version 头部：服务器可能把它当作 2025-03-26 而不是 %2</translation>
    </message>
    <message>
        <source>The client sent MCP-Protocol-Version: %1, although both sides agreed on %2</source>
        <translation>客户端发送了 MCP-Protocol-Version: %1，而双方商定的是 %2</translation>
    </message>
    <message>
        <source>The client sent a %1 without the Mcp-Session-Id that the server assigned: servers refuse that with 400</source>
        <translation>客户端发送的 %1 没有带服务器给它的 Mcp-Session-Id：服务器会以 400 拒绝</translation>
    </message>
    <message>
        <source>The POST of %1 got HTTP %2 and %3; notifications and responses must get 202 without a body</source>
        <translation>对 %1 的 POST 的响应是 HTTP %2 和 %3；通知和响应应得到没有正文的 202</translation>
    </message>
    <message>
        <source>The POST of %1 got HTTP 202 and a body of %2 (%3); there must be none</source>
        <translation>对 %1 的 POST 的响应是 HTTP 202，并带有 %2 的正文（%3）；不得有正文</translation>
    </message>
    <message>
        <source>The POST of %1 got HTTP %2 and %3; a request must get application/json or text/event-stream</source>
        <translation>对 %1 的 POST 的响应是 HTTP %2 和 %3；请求应得到 application/json 或 text/event-stream</translation>
    </message>
    <message>
        <source>The POST of %1 got HTTP %2 and %3, but an empty body; a request must get a response</source>
        <translation>%1 的 POST 得到了 HTTP %2 和 %3，但正文为空；请求必须得到响应</translation>
    </message>
    <message>
        <source>%1; hosts on the TypeScript SDK wait until they time out</source>
        <translation>%1；基于 TypeScript SDK 的宿主程序会一直等到超时</translation>
    </message>
    <message>
        <source>%1; hosts on the TypeScript SDK report an unexpected content type</source>
        <translation>%1；基于 TypeScript SDK 的宿主程序会报告意外的内容类型</translation>
    </message>
    <message>
        <source>The GET for a server stream got HTTP %1 and %2 instead of text/event-stream or HTTP 405; hosts on the TypeScript SDK, such as Cursor and Gemini CLI, report a broken connection</source>
        <translation>请求服务器流的 GET 得到 HTTP %1 和 %2，而不是 text/event-stream 或 HTTP 405；基于 TypeScript SDK 的宿主程序（例如 Cursor 和 Gemini CLI）会报告连接已断</translation>
    </message>
    <message>
        <source>Messages are framed by Content-Length headers, as in the Language Server Protocol: over stdio each message is one line, and hosts cannot read these</source>
        <translation>消息以 Content-Length 头部分帧，像语言服务器协议那样：在 stdio 上每条消息是一行，宿主程序一条也读不到</translation>
    </message>
    <message>
        <source>Messages span several lines, %1 lines so far: over stdio each message is one line, and hosts read each line by itself</source>
        <translation>消息占多行，至今共 %1 行：在 stdio 上每条消息是一行，宿主程序会逐行单独读取</translation>
    </message>
    <message>
        <source>Standard output contains JSON that is not a message, such as log records; it must contain only messages</source>
        <translation>标准输出只用于消息，上面却有不是消息的 JSON，像日志记录器写的那样</translation>
    </message>
    <message>
        <source>The client ended the session by DELETE, but the server responded to a later %1 in it with HTTP %2 instead of 404</source>
        <translation>客户端已用 DELETE 结束会话，服务器却以 HTTP %2 而不是 404 响应其后的 %1</translation>
    </message>
    <message>
        <source>The response (HTTP %1) assigns a session id with characters other than visible ASCII: clients cannot send it back</source>
        <translation>响应（HTTP %1）给出的会话 id 含有可见 ASCII 以外的字符：客户端无法送回</translation>
    </message>
    <message>
        <source>The response to a %1 (HTTP %2) has a different session id than the response to initialize: some clients accept it, others do not</source>
        <translation>对 %1 的响应（HTTP %2）给出的会话 id 与 initialize 得到的不同：有的客户端会采用它，有的不会</translation>
    </message>
    <message>
        <source>The server does not know the session (&quot;%1&quot;), but responded with HTTP %2 instead of 404</source>
        <translation>服务器不认识该会话（“%1”），却以 HTTP %2 而不是 404 响应</translation>
    </message>
    <message>
        <source>%1; clients such as Claude start a new session only on 404, and fail until then</source>
        <translation>%1；Claude 等客户端只在遇到 404 时才开始新的会话，在此之前一直失败</translation>
    </message>
    <message>
        <source>The request %1 got no response: it was sent without the blank line that ends an event</source>
        <translation>请求 %1 始终没有得到响应：它的响应到来了，但缺少结束事件的空行</translation>
    </message>
    <message>
        <source>The request %1 got no response: it was sent in an event named %2, which MCP does not define</source>
        <translation>请求 %1 始终没有得到响应：它的响应在名为 %2 的事件中到来，而 MCP 没有定义该事件</translation>
    </message>
    <message>
        <source>%1 is not a file</source>
        <translation>%1 不是文件</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>%1 is not PEM: it has no line -----BEGIN CERTIFICATE-----</source>
        <translation>%1 不是 PEM：其中没有 -----BEGIN CERTIFICATE----- 行</translation>
    </message>
    <message>
        <source>%1 is PEM, but contains no readable certificate</source>
        <translation>%1 是 PEM，但不含可读取的证书</translation>
    </message>
    <message>
        <source>%1 is not PEM: it has no line -----BEGIN PRIVATE KEY-----</source>
        <translation>%1 不是 PEM：其中没有 -----BEGIN PRIVATE KEY----- 行</translation>
    </message>
    <message>
        <source>the key in %1 needs a passphrase</source>
        <translation>%1 中的密钥需要口令</translation>
    </message>
    <message>
        <source>the key in %1 cannot be read: wrong passphrase, or unknown encryption</source>
        <translation>无法读取 %1 中的密钥：口令错误，或加密方式未知</translation>
    </message>
    <message>
        <source>%1 is PEM, but contains no readable private key</source>
        <translation>%1 是 PEM，但不含可读取的私钥</translation>
    </message>
    <message>
        <source>the key in %1 has no certificate</source>
        <translation>%1 中的密钥没有对应的证书</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a proxy: give http://HOST:PORT or socks5://HOST:PORT, or &quot;none&quot;</source>
        <translation>“%1”不是代理：请给出 http://HOST:PORT、socks5://HOST:PORT，或 “none”</translation>
    </message>
    <message>
        <source>%1 was refused over Streamable HTTP, and no address for messages (HTTP+SSE) arrived within %2</source>
        <translation>%1 经 Streamable HTTP 被拒绝，且 %2 内没有收到消息地址（HTTP+SSE）</translation>
    </message>
    <message>
        <source>%1 was not sent, since no address for messages (HTTP+SSE) arrived within %2</source>
        <translation>%1 未发送，因为 %2 内没有收到消息地址（HTTP+SSE）</translation>
    </message>
    <message>
        <source>%1 could not be sent within %2</source>
        <translation>%2 内未能发送 %1</translation>
    </message>
    <message>
        <source>Give the token or API key that the server&apos;s operator issues, in the header Authorization</source>
        <translation>请在请求头 Authorization 中给出服务器运营者颁发的令牌或 API 密钥</translation>
    </message>
    <message>
        <source>The server responded to a POST with HTTP 404: its session is over, but the client used it again before it sent a new initialize</source>
        <translation>服务器以 HTTP 404 响应 POST：会话已经结束，而客户端在发送新的 initialize 之前又使用了它</translation>
    </message>
    <message>
        <source>The server responded to a POST with HTTP 404: its session is over, but the client sent no new initialize</source>
        <translation>服务器以 HTTP 404 响应 POST：会话已经结束，而客户端没有发送新的 initialize</translation>
    </message>
    <message>
        <source>a response arrived with the id %1, a string; the request has %2</source>
        <translation>收到一个 id 为 %1（字符串）的响应；请求的 id 是 %2</translation>
    </message>
    <message>
        <source>a response arrived with the id %1; the request has %2</source>
        <translation>收到一个 id 为 %1 的响应；请求的 id 是 %2</translation>
    </message>
    <message>
        <source>a response arrived with the id %1, which is neither a string nor an integer; the request has %2</source>
        <translation>收到了 id 为 %1 的响应，它既不是字符串也不是整数；请求的 id 是 %2</translation>
    </message>
    <message>
        <source>an error arrived without the id of a request: %1; the request has %2</source>
        <translation>收到一个没有请求 id 的错误：%1；请求的 id 是 %2</translation>
    </message>
    <message>
        <source>a response arrived without the id of a request; the request has %1</source>
        <translation>收到一个没有请求 id 的响应；请求的 id 是 %1</translation>
    </message>
    <message>
        <source>%1; its output began: %2</source>
        <translation>%1；其输出的开头：%2</translation>
    </message>
    <message>
        <source>%1. Try revision auto, or %2</source>
        <translation>%1。请尝试自动选择版本，或 %2</translation>
    </message>
    <message>
        <source>Hosts that try 2026-07-28 first may not reach it: the server should return error -32601 for unknown methods</source>
        <translation>先尝试 2026-07-28 的宿主程序可能无法连接它：对不认识的方法，服务器应响应错误 -32601</translation>
    </message>
    <message>
        <source>Invalid tool name</source>
        <translation>工具名称不合规则</translation>
    </message>
    <message>
        <source>No revision in the handshake</source>
        <translation>握手中没有版本</translation>
    </message>
    <message>
        <source>The response to initialize has no protocolVersion: no revision is agreed on, so hosts do not connect</source>
        <translation>initialize 的响应没有 protocolVersion：没有商定版本，宿主程序不会连接</translation>
    </message>
    <message>
        <source>initialize has no protocolVersion: the server cannot know which revisions the client supports</source>
        <translation>initialize 没有 protocolVersion：服务器无从得知客户端支持哪些版本</translation>
    </message>
    <message>
        <source>The protocolVersion in the response to initialize is %1, which is not a string: hosts do not connect</source>
        <translation>initialize 的响应中的 protocolVersion 是 %1，它不是字符串：宿主程序不会连接</translation>
    </message>
    <message>
        <source>The protocolVersion in initialize is %1, which is not a string</source>
        <translation>initialize 中的 protocolVersion 是 %1，它不是字符串</translation>
    </message>
    <message>
        <source>The response to initialize has the protocolVersion %1, which is not a known revision of MCP: hosts that do not support it disconnect</source>
        <translation>initialize 的响应中的 protocolVersion 是 %1，它不是已知的 MCP 版本：不支持它的宿主程序会断开连接</translation>
    </message>
    <message>
        <source>The response to initialize has the protocolVersion %1, a revision without initialize: it cannot be negotiated this way</source>
        <translation>initialize 的响应中的 protocolVersion 是 %1，该版本没有 initialize：不能这样商定</translation>
    </message>
    <message>
        <source>A JSON-RPC member occurs twice in a message: some readers take the first, others the last</source>
        <translation>同一个 JSON-RPC 成员在消息中出现两次：有的读取方取第一个，有的取最后一个</translation>
    </message>
    <message>
        <source>The tool name %1 has %2 characters, more than the 128 that MCP allows; model providers refuse a whole list if a name is longer than 64</source>
        <translation>工具名称 %1 有 %2 个字符，超过 MCP 的 128 个；模型提供方会因为一个超过 64 个字符的名称而拒绝整个列表</translation>
    </message>
    <message>
        <source>The tool name %1 has %2 characters: model providers refuse a whole list if a name is longer than 64, and hosts put the name of the server before it</source>
        <translation>工具名称 %1 有 %2 个字符：模型提供方会因为一个超过 64 个字符的名称而拒绝整个列表，而且宿主程序会在前面加上服务器的名称</translation>
    </message>
    <message>
        <source>A tool has an empty name: no host can offer it</source>
        <translation>有一个工具的名称为空：没有宿主程序能提供它</translation>
    </message>
    <message>
        <source>The tool name %1 has characters other than A-Z, a-z, 0-9, underscore, hyphen and dot: model providers refuse a whole list with such a name, or hosts rename the tool</source>
        <translation>工具名称 %1 含有 A-Z、a-z、0-9、下划线、连字符和点以外的字符：模型提供方会因为这样的名称拒绝整个列表，或者宿主程序会改变它</translation>
    </message>
    <message>
        <source>The tool name %1 occurs twice in the list: a call cannot choose between them</source>
        <translation>工具名称 %1 在列表中出现两次：调用无法在两者之间选择</translation>
    </message>
    <message>
        <source>The entry %1 of %2 is not valid for MCP %3: %4</source>
        <translation>%2 的条目 %1 不符合 MCP %3：%4</translation>
    </message>
    <message>
        <source>its uriTemplate is broken (%1)</source>
        <translation>它的 uriTemplate 有误（%1）</translation>
    </message>
    <message>
        <source>its URI has no scheme</source>
        <translation>它的 URI 没有 scheme</translation>
    </message>
    <message>
        <source>The server redirects to another page, as sites do for browsers: it requires a login, or the URL does not lead to an MCP server</source>
        <translation>它像网站对待浏览器那样把客户端转到另一页面：它要求登录，或该 URL 不是 MCP 服务器的</translation>
    </message>
    <message>
        <source>as %1, line %2, column %3: %4</source>
        <translation>作为 %1，第 %2 行第 %3 列：%4</translation>
    </message>
    <message>
        <source>as %1: %2</source>
        <translation>作为 %1：%2</translation>
    </message>
    <message>
        <source>the line is not understood</source>
        <translation>无法理解该行</translation>
    </message>
    <message>
        <source>it is too deep or too large</source>
        <translation>它嵌套过深或过大</translation>
    </message>
    <message>
        <source>it is longer than %1 MiB</source>
        <translation>它超过 %1 MiB</translation>
    </message>
    <message>
        <source>Placeholders that need values before connecting: %1.</source>
        <translation>连接之前需要值的占位符：%1。</translation>
    </message>
    <message>
        <source>The variables in the file %1 are not read.</source>
        <translation>不读取文件 %1 中的变量。</translation>
    </message>
    <message>
        <source>Imported as text.</source>
        <translation>作为文本导入。</translation>
    </message>
    <message>
        <source>Not imported: %1.</source>
        <translation>未导入：%1。</translation>
    </message>
    <message>
        <source>The program name contains spaces. If it is a whole command line, edit it.</source>
        <translation>程序名称中含有空格。如果这是一整条命令行，请编辑它。</translation>
    </message>
    <message>
        <source>Passed unchanged, because no shell expands it: %1.</source>
        <translation>按原样传递，因为没有 shell 对其进行展开：%1。</translation>
    </message>
    <message>
        <source>%1 sets a variable and is not a program. Move it to env.</source>
        <translation>%1 设置变量，不是程序：请将它移到 env 中。</translation>
    </message>
    <message>
        <source>%1 exists only on Windows: use the command after /c.</source>
        <translation>%1 仅存在于 Windows 上：请使用 /c 之后的命令。</translation>
    </message>
    <message>
        <source>The working folder %1 is relative to the folder in which Pullcord was started.</source>
        <translation>工作文件夹 %1 相对于启动 Pullcord 时所在的文件夹。</translation>
    </message>
    <message>
        <source>Complete the address before connecting: %1.</source>
        <translation>连接之前请补全地址：%1。</translation>
    </message>
    <message>
        <source>Cannot be imported: not an object.</source>
        <translation>无法导入：不是对象。</translation>
    </message>
    <message>
        <source>Cannot be imported: it has neither a command nor a URL.</source>
        <translation>无法导入：它既没有命令，也没有 URL。</translation>
    </message>
    <message>
        <source>Cannot be imported: %1 is not an http or https address.</source>
        <translation>无法导入：%1 不是 http 或 https 地址。</translation>
    </message>
    <message>
        <source>Cannot be imported: unknown type %1.</source>
        <translation>无法导入：未知的类型 %1。</translation>
    </message>
    <message>
        <source>it sets a variable: set it separately, or start with env</source>
        <translation>它设置变量：请单独设置该变量，或以 env 开头</translation>
    </message>
    <message>
        <source>no shell expands ~ here: write the full path</source>
        <translation>这里没有 shell 展开 ~：请写完整路径</translation>
    </message>
    <message>
        <source>no shell expands variables here: write the value</source>
        <translation>这里没有 shell 展开变量：请写出它的值</translation>
    </message>
    <message>
        <source>command and arguments are one word: give the arguments separately</source>
        <translation>命令与参数写成了一个词：请把参数分开</translation>
    </message>
    <message>
        <source>it exists only on Windows: use the command after it</source>
        <translation>它仅存在于 Windows 上：请使用它后面的命令</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Skipped, because it is not %1.</source>
        <translation>已省略：不是 %1。</translation>
    </message>
    <message>
        <source>Cannot be imported, because it is not %1.</source>
        <translation>无法导入：不是 %1。</translation>
    </message>
    <message>
        <source>%1 sets a variable and is not a program: pass it to the server as a variable</source>
        <translation>%1 设置变量，不是程序：请把它作为变量交给服务器</translation>
    </message>
    <message>
        <source>%1 exists only on Windows: use the command after it</source>
        <translation>%1 仅存在于 Windows 上：请使用它后面的命令</translation>
    </message>
    <message>
        <source>The proxy cannot be used</source>
        <translation>无法使用该代理</translation>
    </message>
    <message>
        <source>Also trusted for this server: those in %1</source>
        <translation>对此服务器还信任：%1 中的证书颁发机构</translation>
    </message>
    <message>
        <source>To trust it for now, compare its SHA-256 digest with that on the server: %1</source>
        <translation>要暂时信任它，请把它的 SHA-256 摘要与服务器上的比较：%1</translation>
    </message>
    <message>
        <source>The certificate is self-signed: if the server is yours, install the certificate as a CA certificate on this system, or set it as the CA file of this server</source>
        <translation>证书是自签名的：如果它是您的，请把它装入本系统的 CA 证书，或把它的文件设为此服务器的 CA 文件</translation>
    </message>
    <message>
        <source>This system does not trust %1, which issued the certificate (a proxy that inspects TLS issues its own): install its CA certificate, or set it as the CA file of this server</source>
        <translation>本系统不信任签发该证书的 %1（检查 TLS 的代理会签发它自己的证书）：请安装其 CA 证书，或为此服务器指定该文件</translation>
    </message>
    <message>
        <source>This system does not know %1, which issued the certificate: the server must also send the intermediate certificates, or the CA certificate must be installed here or set as the CA file of this server</source>
        <translation>本系统不认识签发该证书的 %1：服务器还必须发送中间证书，或者必须在这里安装 CA 证书，或为此服务器指定它</translation>
    </message>
    <message>
        <source>Correct the proxy that is set for this server</source>
        <translation>请更正为此服务器设置的代理</translation>
    </message>
    <message>
        <source>Through the proxy %1, which is set for this server</source>
        <translation>经由为此服务器设置的代理 %1</translation>
    </message>
    <message>
        <source>Use the full path as the command: %1</source>
        <translation>使用完整路径作为命令：%1</translation>
    </message>
    <message>
        <source>Install %1, which provides %2</source>
        <translation>安装提供 %2 的 %1</translation>
    </message>
    <message>
        <source>Check the name of the command, or install the package that provides it</source>
        <translation>请检查命令的名称，或安装提供它的软件包</translation>
    </message>
    <message>
        <source>A host that was started from the desktop uses a different one, %1. Give the full path of the one that you want</source>
        <translation>从桌面启动的宿主使用另一个：%1；请给出您要用的那个的完整路径</translation>
    </message>
    <message>
        <source>A setting is missing. Set the environment variable named above for this server</source>
        <translation>缺少一项设置。请为此服务器设置上面指出的环境变量</translation>
    </message>
    <message>
        <source>It crashed: report the signal and its last output to its author</source>
        <translation>它崩溃了：请向其作者报告信号和最后的输出</translation>
    </message>
    <message>
        <source>A shell exits with code 127 if it does not find a program: set the variable PATH for the server</source>
        <translation>shell 找不到程序时以退出代码 127 结束：请为服务器设置变量 PATH</translation>
    </message>
    <message>
        <source>Fix the problem that its last output names; the same command in a terminal shows all of it</source>
        <translation>请解决其最后的输出指出的问题；在终端中运行同一命令可看到全部输出</translation>
    </message>
    <message>
        <source>Start the same command in a terminal, and read its output</source>
        <translation>请在终端中启动同一命令，并查看其输出</translation>
    </message>
    <message>
        <source>It did not respond to server/discover or initialize, so it was started again with initialize</source>
        <translation>它没有响应 server/discover 和 initialize，因此以 initialize 再次启动</translation>
    </message>
    <message>
        <source>It exited (%1) after server/discover, so it was started again with initialize</source>
        <translation>它在 server/discover 之后退出（%1），因此以 initialize 再次启动</translation>
    </message>
    <message>
        <source>Started as process %1 and is still running</source>
        <translation>已作为进程 %1 启动，仍在运行</translation>
    </message>
    <message>
        <source>It ended after %1, before the handshake was complete: %2</source>
        <translation>它在 %1 后、握手完成之前结束：%2</translation>
    </message>
    <message>
        <source>The server had already exited</source>
        <translation>服务器此前已退出</translation>
    </message>
    <message>
        <source>Compare with a host log that may belong to this server: %1 (%2)</source>
        <translation>请与可能属于此服务器的宿主日志比较：%1（%2）</translation>
    </message>
    <message>
        <source>The server or the proxy %1 forbids the request: check whether the proxy may connect to this server, or connect without it</source>
        <translation>服务器或代理 %1 禁止该请求：请检查代理是否可以连接到此服务器，或不经代理连接</translation>
    </message>
    <message>
        <source>The server forbids the request: check the permissions of the token, if one is given, and whether the server accepts clients from this network and under this host name</source>
        <translation>服务器禁止该请求：如果给出了令牌，请检查其权限，并检查服务器是否接受来自此网络、使用此主机名的客户端</translation>
    </message>
    <message>
        <source>The port expects TLS: try %1</source>
        <translation>该端口需要 TLS：请尝试 %1</translation>
    </message>
    <message>
        <source>Give a client certificate</source>
        <translation>请给出客户端证书</translation>
    </message>
    <message>
        <source>The server accepted the request but did not respond in time: check its log, or wait longer</source>
        <translation>服务器接受了请求，但没有及时响应：请查看其日志，或等待更久</translation>
    </message>
    <message>
        <source>The server accepted the connection but sent no HTTP response: check the port; if it expects TLS, try %1</source>
        <translation>服务器接受了连接，但没有发送 HTTP 响应：请检查端口；如果它需要 TLS，请尝试 %1</translation>
    </message>
    <message>
        <source>The server accepted the connection but sent no HTTP response: check whether something else listens on this port</source>
        <translation>服务器接受了连接，但没有发送 HTTP 响应：请检查是否有其他程序在此端口上监听</translation>
    </message>
    <message>
        <source>The server redirects in a loop: correct its configuration, or that of the proxy in front of it</source>
        <translation>服务器循环重定向：请更正它的配置，或它前面的代理的配置</translation>
    </message>
    <message>
        <source>The server redirects to an unencrypted address. Have it redirect to https (behind a reverse proxy: X-Forwarded-Proto), or try %1</source>
        <translation>服务器重定向到未加密的地址。请让它重定向到 https（在反向代理之后：X-Forwarded-Proto），或尝试 %1</translation>
    </message>
    <message>
        <source>%1 %2 got no response in time</source>
        <translation>%1 %2 没有及时得到响应</translation>
    </message>
    <message>
        <source>%1 is an address</source>
        <translation>%1 是一个地址</translation>
    </message>
    <message>
        <source>The proxy %1 accepted the connection</source>
        <translation>代理 %1 接受了连接</translation>
    </message>
    <message>
        <source>%1 accepted the connection on port %2</source>
        <translation>%1 在端口 %2 上接受了连接</translation>
    </message>
    <message>
        <source>The key does not belong to the certificate: check both</source>
        <translation>密钥不属于该证书：请检查这两者</translation>
    </message>
    <message>
        <source>The server refused the TLS handshake: it may require a version of TLS that this system does not offer, or a client certificate</source>
        <translation>服务器拒绝了 TLS 握手：它可能需要本系统不提供的 TLS 版本，或客户端证书</translation>
    </message>
    <message>
        <source>%1 (%2 times)</source>
        <translation>%1（%2 次）</translation>
    </message>
    <message>
        <source>The server did not reach this stage</source>
        <translation>服务器没有进行到这一步</translation>
    </message>
    <message>
        <source>No authorization is required</source>
        <translation>不需要授权</translation>
    </message>
    <message>
        <source>HTTP %1: a %2 token is required</source>
        <translation>HTTP %1：需要 %2 令牌</translation>
    </message>
    <message>
        <source>The proxy requires authentication: give the user name and the password</source>
        <translation>代理需要身份验证：请给出用户名和密码</translation>
    </message>
    <message>
        <source>The proxy requires authentication: put user name and password into the proxy variable, or set a proxy with both for this server</source>
        <translation>代理需要身份验证：请把用户名和密码写进代理变量，或为此服务器设置带有两者的代理</translation>
    </message>
    <message>
        <source>Correct the certificate files that are set for this server</source>
        <translation>请更正为此服务器设置的证书文件</translation>
    </message>
    <message>
        <source>the program &quot;%1&quot; could not be started: %2</source>
        <translation>无法启动程序“%1”：%2</translation>
    </message>
    <message>
        <source>the output of the command is not a capture (%1). It begins with &quot;%2&quot;</source>
        <translation>该命令的输出不是捕获文件（%1）。其开头是“%2”</translation>
    </message>
    <message>
        <source>the command was terminated by %1</source>
        <translation>该命令被 %1 终止</translation>
    </message>
    <message>
        <source>the command ended with exit code %1</source>
        <translation>该命令以退出码 %1 结束</translation>
    </message>
    <message>
        <source>%1 and printed nothing</source>
        <translation>%1，没有打印任何内容</translation>
    </message>
    <message>
        <source>%1; its output is not a capture. It begins with &quot;%2&quot;</source>
        <translation>%1；其输出不是捕获文件。其开头是“%2”</translation>
    </message>
    <message>
        <source>%1. Its standard error ends with: %2</source>
        <translation>%1。其标准错误的末尾是：%2</translation>
    </message>
    <message>
        <source>Connect dialog: Network, CA file</source>
        <translation>连接对话框：网络，CA 文件</translation>
    </message>
    <message>
        <source>Connect dialog: Network, client certificate and key</source>
        <translation>连接对话框：网络，客户端证书和密钥</translation>
    </message>
    <message>
        <source>Connect dialog: Network</source>
        <translation>连接对话框：网络</translation>
    </message>
    <message>
        <source>Connect dialog: Network, proxy</source>
        <translation>连接对话框：网络，代理</translation>
    </message>
    <message>
        <source>Connect dialog: Network, proxy with user name and password</source>
        <translation>连接对话框：网络，带用户名和密码的代理</translation>
    </message>
    <message>
        <source>Connect dialog: Network, no proxy</source>
        <translation>连接对话框：网络，无代理</translation>
    </message>
    <message>
        <source>Trust This Server for This Session, in the message bar</source>
        <translation>消息栏中的“本次会话信任此服务器”</translation>
    </message>
    <message>
        <source>Connect dialog: Transport</source>
        <translation>连接对话框：传输方式</translation>
    </message>
    <message>
        <source>Connect dialog: Protocol revision</source>
        <translation>连接对话框：协议版本</translation>
    </message>
    <message>
        <source>Connect dialog: Timeout</source>
        <translation>连接对话框：超时</translation>
    </message>
    <message>
        <source>the connection is closing</source>
        <translation>连接正在关闭</translation>
    </message>
    <message>
        <source>the server has forgotten the session that it belongs to</source>
        <translation>服务器已忘记它所属的会话</translation>
    </message>
    <message>
        <source>the connection was closed</source>
        <translation>连接已关闭</translation>
    </message>
    <message>
        <source>there is no connection</source>
        <translation>没有连接</translation>
    </message>
    <message>
        <source>its request was cancelled %1 ms ago</source>
        <translation>其请求已在 %1 ms 前取消</translation>
    </message>
    <message>
        <source>its request was cancelled</source>
        <translation>其请求已取消</translation>
    </message>
    <message>
        <source>the working folder &quot;%1&quot; does not exist</source>
        <translation>工作文件夹“%1”不存在</translation>
    </message>
    <message>
        <source>its interpreter does not exist</source>
        <translation>它的解释器不存在</translation>
    </message>
    <message>
        <source>its interpreter %1 does not exist, although the program itself does</source>
        <translation>它的解释器 %1 不存在，而程序本身存在</translation>
    </message>
    <message>
        <source>its loader %1 does not exist, although the program itself does: it is built for another architecture or C library</source>
        <translation>它的加载器 %1 不存在，而程序本身存在：它是为另一种架构或 C 库构建的</translation>
    </message>
    <message>
        <source>it is a folder, not a program</source>
        <translation>它是文件夹，不是程序</translation>
    </message>
    <message>
        <source>permission denied</source>
        <translation>权限不足</translation>
    </message>
    <message>
        <source>it is neither a program nor a script with a #! line</source>
        <translation>它既不是程序，也不是带有 #! 行的脚本</translation>
    </message>
    <message>
        <source>%1 ended with exit code %2</source>
        <translation>%1 已结束，退出代码为 %2</translation>
    </message>
    <message>
        <source>%1 ended with exit code %2 before sending a message</source>
        <translation>%1 在发送消息之前就已结束，退出代码为 %2</translation>
    </message>
    <message>
        <source>%1. Its first output: %2</source>
        <translation>%1。它最初的输出：%2</translation>
    </message>
    <message>
        <source>%1. Its last output: %2</source>
        <translation>%1。它最后的输出：%2</translation>
    </message>
    <message>
        <source>no connection within %1 ms</source>
        <translation>%1 ms 内未能建立连接</translation>
    </message>
    <message>
        <source>no data was received for %1 ms</source>
        <translation>%1 ms 内没有收到任何内容</translation>
    </message>
    <message>
        <source>%1 is this machine (%2), and another machine must not redirect to it</source>
        <translation>%1 是本机（%2），来自别处的地址不得指向本机</translation>
    </message>
    <message>
        <source>through the proxy %1: %2</source>
        <translation>通过代理 %1：%2</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is not trusted: %1</source>
        <translation>服务器的证书不受信任：%1</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is not the one that you trusted (its digest differs): %1</source>
        <translation>服务器的证书不是应当信任的那一个（摘要不一致）：%1</translation>
    </message>
    <message>
        <source>the TLS handshake failed (%1); if the server does not use TLS, use http://</source>
        <translation>TLS 握手失败（%1）；如果服务器不使用 TLS，请使用 http://</translation>
    </message>
    <message>
        <source>the key does not belong to the client certificate (%1)</source>
        <translation>密钥与客户端证书不匹配（%1）</translation>
    </message>
    <message>
        <source>the server requires a client certificate, and none was given (%1)</source>
        <translation>服务器要求客户端证书，但没有提供（%1）</translation>
    </message>
    <message>
        <source>the server responded with TLS instead of HTTP: use https://</source>
        <translation>服务器以 TLS 而不是 HTTP 响应：请使用 https://</translation>
    </message>
    <message>
        <source>the response is not HTTP: it begins with %1</source>
        <translation>不是 HTTP：开头是 %1</translation>
    </message>
    <message>
        <source>%1, at %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>the server sent more than %1 interim responses</source>
        <translation>收到的临时响应超过 %1 个</translation>
    </message>
    <message>
        <source>the server closed the connection without a response</source>
        <translation>服务器没有响应就关闭了连接</translation>
    </message>
    <message>
        <source>%1 (if it expects TLS, use https://)</source>
        <translation>%1（如果它使用 TLS：https://）</translation>
    </message>
    <message>
        <source>the server closed the connection before the end of its headers</source>
        <translation>服务器在响应头中途关闭了连接</translation>
    </message>
    <message>
        <source>the server closed the connection before the end of its response</source>
        <translation>服务器在响应中途关闭了连接</translation>
    </message>
    <message>
        <source>the server ended the stream without a response</source>
        <translation>服务器结束了流而没有响应</translation>
    </message>
    <message>
        <source>the server&apos;s event stream ended before it named an address for messages</source>
        <translation>服务器的事件流在给出消息地址之前就结束了</translation>
    </message>
    <message>
        <source>the address for messages that the server named was not used: %1</source>
        <translation>不使用服务器给出的消息地址：%1</translation>
    </message>
    <message>
        <source>the server ended its event stream</source>
        <translation>服务器结束了它的事件流</translation>
    </message>
    <message>
        <source>the program pullcord-guard is missing in this installation</source>
        <translation>此安装中缺少程序 pullcord-guard</translation>
    </message>
    <message>
        <source>the server has forgotten the session</source>
        <translation>服务器已忘记该会话</translation>
    </message>
    <message>
        <source>no address for messages arrived within %1 ms</source>
        <translation>%1 ms 内没有收到消息地址</translation>
    </message>
    <message>
        <source>its response is not an event stream</source>
        <translation>其响应不是事件流</translation>
    </message>
    <message>
        <source>its first event names no address for messages</source>
        <translation>其第一个事件没有给出消息地址</translation>
    </message>
    <message>
        <source>the client closed the connection</source>
        <translation>客户端关闭了连接</translation>
    </message>
    <message>
        <source>the client closed its stream</source>
        <translation>客户端关闭了其流</translation>
    </message>
    <message>
        <source>the client ended the session</source>
        <translation>客户端结束了会话</translation>
    </message>
    <message>
        <source>the server refused the handshake</source>
        <translation>服务器拒绝了握手</translation>
    </message>
    <message>
        <source>the server no longer knows the session</source>
        <translation>服务器已不认识该会话</translation>
    </message>
    <message>
        <source>the file does not exist</source>
        <translation>没有此文件</translation>
    </message>
    <message>
        <source>the server closed its standard input</source>
        <translation>服务器关闭了它的标准输入</translation>
    </message>
    <message>
        <source>the server closed its standard output</source>
        <translation>服务器关闭了它的标准输出</translation>
    </message>
    <message>
        <source>the client closed standard input</source>
        <translation>客户端关闭了我方的标准输入</translation>
    </message>
    <message>
        <source>the client closed standard output</source>
        <translation>客户端关闭了我方的标准输出</translation>
    </message>
    <message>
        <source>the server was killed, but its process still exists</source>
        <translation>服务器已被强行终止，但系统中仍有它的进程</translation>
    </message>
    <message>
        <source>%1 was terminated by %2</source>
        <translation>%1 被 %2 终止</translation>
    </message>
    <message>
        <source>%1 was terminated by %2 before sending a message</source>
        <translation>%1 在发送消息之前就被 %2 终止</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>没有此文件</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a rule such as pullcord.mcp=true</source>
        <translation>“%1”不是 pullcord.mcp=true 这样的规则</translation>
    </message>
    <message>
        <source>unknown category &quot;%1&quot;; the categories are %2</source>
        <translation>未知的类别“%1”；可用的类别为 %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; contains no rule</source>
        <translation>“%1”中没有规则</translation>
    </message>
    <message>
        <source>its lines end with CR LF, as on Windows, so its interpreter is not found</source>
        <translation>它的行以 CR LF 结尾（Windows 的格式），因此找不到其解释器</translation>
    </message>
    <message>
        <source>Save %1 with LF line ends, for example: sed -i &apos;s/\r$//&apos; %1</source>
        <translation>将 %1 以 LF 换行保存，例如：sed -i &apos;s/\r$//&apos; %1</translation>
    </message>
    <message>
        <source>Start docker run with -i alone, without -t: MCP uses standard input and output, not a terminal</source>
        <translation>启动 docker run 时只用 -i，不要用 -t：MCP 使用标准输入和标准输出，而不是终端</translation>
    </message>
    <message>
        <source>Lines on standard error: %1</source>
        <translation>标准错误上的行数：%1</translation>
    </message>
    <message>
        <source>    … (%1 more)</source>
        <translation>    …（还有 %1 行）</translation>
    </message>
    <message>
        <source>It writes a byte order mark: write UTF-8 without one (Python: the encoding utf-8 instead of utf-8-sig; .NET: new UTF8Encoding(false))</source>
        <translation>它写出了字节顺序标记：请写不带标记的 UTF-8（Python：编码用 utf-8 而不是 utf-8-sig；.NET：new UTF8Encoding(false)）</translation>
    </message>
    <message>
        <source>    (a blank line)</source>
        <translation>    （空行）</translation>
    </message>
    <message>
        <source>%1: no response, since the connection had already ended</source>
        <translation>%1：没有响应，因为连接已经结束</translation>
    </message>
    <message>
        <source>The server ended before it responded: see the stage End</source>
        <translation>服务器在响应之前就结束了：见“结束”阶段</translation>
    </message>
    <message>
        <source>The server does not respond to %1/list: check its log, or wait longer</source>
        <translation>服务器不响应 %1/list：检查它的日志，或等待更长时间</translation>
    </message>
    <message>
        <source>    and %1 more</source>
        <translation>    还有 %1 个</translation>
    </message>
    <message>
        <source>The server responds, but not with the ids of the requests: a response must repeat the id of its request with the same type and spelling</source>
        <translation>服务器有响应，但用的不是请求的 id：响应必须原样重复其请求的 id，类型和写法都要相同</translation>
    </message>
    <message>
        <source>See the stage Authorization for the cause</source>
        <translation>原因见“授权”阶段</translation>
    </message>
    <message>
        <source>The server accepts the request, but does not respond to it in time: check its log, or wait longer</source>
        <translation>服务器接受了请求，但没有及时响应：检查它的日志，或等待更长时间</translation>
    </message>
    <message>
        <source>See the stage HTTP responses for the cause</source>
        <translation>原因见“HTTP 响应”阶段</translation>
    </message>
    <message>
        <source>The server refuses the headers Accept and Content-Type, although they were sent as MCP requires: check the URL, and any proxy in front of the server that changes headers</source>
        <translation>它拒绝 MCP 所要求的请求头 Accept 和 Content-Type，而它们已经发送：检查 URL，以及服务器前面会更改请求头的代理</translation>
    </message>
    <message>
        <source>SSH listens on this port: give the port of the MCP server</source>
        <translation>此端口上是 SSH：请给出 MCP 服务器的端口</translation>
    </message>
    <message>
        <source>The response lacks the blank line that ends an event, so clients wait for more: the server must write a blank line after each event, and flush it</source>
        <translation>响应缺少结束事件的空行，因此客户端会继续等待：服务器必须在每个事件后写一个空行，并立即送出</translation>
    </message>
    <message>
        <source>The response is in an event named %1, which clients ignore: the server must name events of messages &quot;message&quot;, or not at all</source>
        <translation>响应在名为 %1 的事件中，客户端会忽略它：服务器必须把消息的事件命名为“message”，或不命名</translation>
    </message>
    <message>
        <source>The response is compressed (%1), which was not requested: turn compression off for this path in the server, or in the proxy in front of it</source>
        <translation>响应被压缩（%1），而这并未要求：请在服务器或其前面的代理中对此路径关闭压缩</translation>
    </message>
    <message>
        <source>The content type does not match the body: the server must send JSON as application/json, and event streams as text/event-stream</source>
        <translation>内容类型与正文不符：服务器必须以 application/json 发送 JSON，以 text/event-stream 发送事件流</translation>
    </message>
    <message>
        <source>Use the target of the redirect in the configuration: %1; many hosts do not follow redirects</source>
        <translation>在配置中写入重定向后的地址：%1；许多宿主程序不跟随重定向</translation>
    </message>
    <message>
        <source>The proxy %1 refuses to connect to %2 on port %3: ask its operator to allow it, or connect without the proxy</source>
        <translation>代理 %1 拒绝连接到 %2 的端口 %3：请其运营者允许，或不经代理连接</translation>
    </message>
    <message>
        <source>The proxy %1 cannot be reached: connect without it if the host needs no proxy, or check the proxy that is set for this server</source>
        <translation>无法连接代理 %1：如果该主机不需要代理，就不经代理连接，或检查为此服务器设置的代理</translation>
    </message>
    <message>
        <source>The proxy %1 cannot be reached: check the proxy variables, or name the host in no_proxy if it needs no proxy</source>
        <translation>无法连接代理 %1：检查代理变量；如果该主机不需要代理，就在 no_proxy 中写入它</translation>
    </message>
    <message>
        <source>The issuer, %1, is not known to this system</source>
        <translation>签发者 %1 不为此系统所知</translation>
    </message>
    <message>
        <source>The resource template %1 cannot be used: %2</source>
        <translation>资源模板 %1 无法使用：%2</translation>
    </message>
    <message>
        <source>The resource %1 cannot be read: %2</source>
        <translation>资源 %1 无法读取：%2</translation>
    </message>
    <message>
        <source>An entry of the contents is not an object, but %1</source>
        <translation>contents 中的一项不是对象，而是 %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an http or https URL. Use http://%1, or https://%1</source>
        <translation>“%1”不是 http 或 https URL。请用 http://%1 或 https://%1</translation>
    </message>
    <message>
        <source>Declined</source>
        <translation>已谢绝</translation>
    </message>
    <message>
        <source>Dismissed</source>
        <translation>已搁置</translation>
    </message>
    <message>
        <source>Abandoned with request %1, which it was for; no answer was sent</source>
        <translation>随它所属的请求 %1 一起放弃；没有发送回答</translation>
    </message>
    <message>
        <source>Abandoned with request %1, which it was for: %2; no answer was sent</source>
        <translation>随它所属的请求 %1 一起放弃：%2；没有发送回答</translation>
    </message>
    <message>
        <source>%1. The server has not withdrawn it</source>
        <translation>%1。服务器没有撤回它</translation>
    </message>
    <message>
        <source>%1. The server withdrew it +%2</source>
        <translation>%1。服务器在 +%2 后将其撤回</translation>
    </message>
    <message>
        <source>Detached: the client stopped waiting. The other side was not notified and may continue</source>
        <translation>已分离：客户端停止等待。没有通知对方，对方可能仍在工作</translation>
    </message>
    <message>
        <source>Detached: the client stopped waiting. The other side was notified later, by a cancellation</source>
        <translation>已分离：客户端停止等待。之后通过取消通知了对方</translation>
    </message>
    <message>
        <source>%1 while the questions in its response were open</source>
        <translation>%1，在对其响应中提出的问题处</translation>
    </message>
    <message>
        <source>%1, no reason given</source>
        <translation>%1，未说明原因</translation>
    </message>
    <message>
        <source>%1. The stream was closed</source>
        <translation>%1。流已关闭</translation>
    </message>
    <message>
        <source>%1. The stream was closed; the reason was not sent</source>
        <translation>%1。流已关闭；原因没有发送</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>错误 %1</translation>
    </message>
    <message>
        <source>error %1: %2</source>
        <translation>错误 %1：%2</translation>
    </message>
    <message>
        <source>Refused (%1)</source>
        <translation>已拒绝（%1）</translation>
    </message>
    <message>
        <source>Dismissed without an answer (%1)</source>
        <translation>未作回答而搁置（%1）</translation>
    </message>
    <message>
        <source>The recording ended before the response, so the end of the request is unknown</source>
        <translation>响应到达之前录制已结束：其结束没有记录</translation>
    </message>
    <message>
        <source>Never sent</source>
        <translation>未发送</translation>
    </message>
    <message>
        <source>The connection ended while the questions in its response were open</source>
        <translation>连接在它的回答所提的问题处结束</translation>
    </message>
    <message>
        <source>The connection ended before the response</source>
        <translation>在响应到达之前连接已结束</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>已排队</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
    <message>
        <source>Input required</source>
        <translation>需要输入</translation>
    </message>
    <message>
        <source>Tool error</source>
        <translation>工具错误</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <translation>成功</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>不允许</translation>
    </message>
    <message>
        <source>Not supported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Detached</source>
        <translation>已分离</translation>
    </message>
    <message>
        <source>Cancelled by server</source>
        <translation>已被服务器取消</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Timed out</source>
        <translation>已超时</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>late progress</source>
        <translation>进度迟到</translation>
    </message>
    <message>
        <source>2nd response</source>
        <translation>第 2 次响应</translation>
    </message>
    <message>
        <source>late response</source>
        <translation>响应迟到</translation>
    </message>
    <message>
        <source>again</source>
        <translation>再次</translation>
    </message>
    <message>
        <source>progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>broke off</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>2nd response +%1</source>
        <translation>第 2 次响应 +%1</translation>
    </message>
    <message>
        <source>Second response, +%1 after the first</source>
        <translation>第 2 次响应，在第一个响应之后 +%1</translation>
    </message>
    <message>
        <source>Progress arrived +%1 after the response</source>
        <translation>进度在响应之后 +%1 才到达</translation>
    </message>
    <message>
        <source>%1 (progress)</source>
        <translation>%1（进度）</translation>
    </message>
    <message>
        <source>after timeout</source>
        <translation>超时后</translation>
    </message>
    <message>
        <source>+%1 after timeout</source>
        <translation>超时后 +%1</translation>
    </message>
    <message>
        <source>after detach</source>
        <translation>分离后</translation>
    </message>
    <message>
        <source>+%1 after detach</source>
        <translation>分离后 +%1</translation>
    </message>
    <message>
        <source>after cancel</source>
        <translation>取消后</translation>
    </message>
    <message>
        <source>+%1 after cancel</source>
        <translation>取消后 +%1</translation>
    </message>
    <message>
        <source>after the response</source>
        <translation>响应后</translation>
    </message>
    <message>
        <source>+%1 after the response</source>
        <translation>响应后 +%1</translation>
    </message>
    <message>
        <source>after the end</source>
        <translation>结束后</translation>
    </message>
    <message>
        <source>+%1 after the end</source>
        <translation>结束后 +%1</translation>
    </message>
    <message>
        <source>Dismissed by Pullcord: its task %1 was cancelled</source>
        <translation>由 Pullcord 搁置：它所属的任务 %1 已被取消</translation>
    </message>
    <message>
        <source>Dismissed by Pullcord: its request was abandoned</source>
        <translation>由 Pullcord 搁置：它所属的请求已被放弃</translation>
    </message>
    <message>
        <source>Dismissed by Pullcord: every request that may have caused it has ended</source>
        <translation>由 Pullcord 搁置：已没有它可能所属的请求</translation>
    </message>
    <message>
        <source>Cancelled by the client</source>
        <translation>已被客户端取消</translation>
    </message>
    <message>
        <source>with request %1</source>
        <translation>随请求 %1 一起</translation>
    </message>
    <message>
        <source>MCP 2026-07-28 has no requests from servers, so this one gets no response</source>
        <translation>自 2026-07-28 起，MCP 不再有服务器发出的请求；它得不到响应</translation>
    </message>
    <message>
        <source>Left open by a rule: never answered</source>
        <translation>规则使其保持未答：永不回答</translation>
    </message>
    <message>
        <source>the recording ended</source>
        <translation>录制已结束</translation>
    </message>
    <message>
        <source>Waiting to be sent</source>
        <translation>等待发送</translation>
    </message>
    <message>
        <source>Waiting for an answer; a rule leaves it open</source>
        <translation>等待回答；规则使其保持未答</translation>
    </message>
    <message>
        <source>Waiting for a response</source>
        <translation>等待响应</translation>
    </message>
    <message>
        <source>Cancelled; the response that the protocol still requires has not arrived</source>
        <translation>已取消；仍应给出的响应还没有到达</translation>
    </message>
    <message>
        <source>Response with questions (input_required); a rule leaves them open</source>
        <translation>以问题作答（input_required）；规则使这些问题保持未答</translation>
    </message>
    <message>
        <source>Response with questions (input_required): the call continues with another request</source>
        <translation>以问题作答（input_required）：所求之事还需要另一个请求</translation>
    </message>
    <message>
        <source>Response received: the tool reports an error</source>
        <translation>已响应：工具报告了错误</translation>
    </message>
    <message>
        <source>Response received</source>
        <translation>已响应</translation>
    </message>
    <message>
        <source>server/discover was refused, which identifies a legacy server (2025-11-25 or earlier): %1</source>
        <translation>server/discover 被拒绝，由此可知这是旧时代的服务器：%1</translation>
    </message>
    <message>
        <source>Error %1: %2</source>
        <translation>错误 %1：%2</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>被拒绝：%1</translation>
    </message>
    <message>
        <source>No response within the time allowed</source>
        <translation>在允许的时间内没有响应</translation>
    </message>
    <message>
        <source>A response arrived after the request had ended.</source>
        <translation>请求结束后又来了一个响应。</translation>
    </message>
    <message>
        <source>A response arrived +%1 after the client had stopped waiting.</source>
        <translation>客户端停止等待后 +%1 收到了响应。</translation>
    </message>
    <message>
        <source>A response arrived +%1 after the cancellation.</source>
        <translation>取消后 +%1 收到了响应。</translation>
    </message>
    <message>
        <source>A response arrived +%1 after the timeout.</source>
        <translation>超时后 +%1 收到了响应。</translation>
    </message>
    <message>
        <source>A second response arrived +%1 after the first.</source>
        <translation>第一个响应之后 +%1 收到了第二个响应。</translation>
    </message>
    <message>
        <source>A response arrived +%1 after the request had ended.</source>
        <translation>请求结束后 +%1 收到了响应。</translation>
    </message>
    <message>
        <source>Progress notifications after the cancellation: %1.</source>
        <translation>取消后收到的进度通知：%1。</translation>
    </message>
    <message>
        <source>Progress notifications after the end: %1.</source>
        <translation>结束后收到的进度通知：%1。</translation>
    </message>
    <message>
        <source>the file does not give the time of each message</source>
        <translation>文件没有说明每条消息到达的时间</translation>
    </message>
    <message>
        <source>closing the stream cancels the request: no message and no reason was sent, and nothing more can arrive</source>
        <translation>关闭其流就是取消：没有发送消息，也没有发送原因，之后不会再有内容到达</translation>
    </message>
    <message>
        <source>its stream broke off %1: nothing more can arrive, and the server may have exited</source>
        <translation>其流于%1中断：不会再有内容到达，服务器可能已经退出</translation>
    </message>
    <message>
        <source>the server ended its stream %1, without a response</source>
        <translation>服务器于%1结束了其流，没有给出响应</translation>
    </message>
    <message>
        <source>the client closed its stream %1: later messages are unknown</source>
        <translation>客户端于%1关闭了其流：之后的消息不得而知</translation>
    </message>
    <message>
        <source>%1 was not found</source>
        <translation>没有找到 %1</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; occurs twice; remove one of them</source>
        <translation>第 %1 行：“%2”出现了两次；请删除其中一个</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>the entry is not an object</source>
        <translation>该条目不是对象</translation>
    </message>
    <message>
        <source>the entry is written in a form that cannot be edited safely; change it by hand</source>
        <translation>该条目的写法无法安全修改；请手动更改</translation>
    </message>
    <message>
        <source>the command is not a text</source>
        <translation>命令不是文本</translation>
    </message>
    <message>
        <source>the entry has variables and headers, which cannot both be kept</source>
        <translation>该条目既有变量又有请求头，无法同时保留</translation>
    </message>
    <message>
        <source>a program makes the headers, which the proxy cannot run</source>
        <translation>请求头由一个程序生成，代理无法运行该程序</translation>
    </message>
    <message>
        <source>the URL was not found</source>
        <translation>没有找到 URL</translation>
    </message>
    <message>
        <source>its arguments were not found</source>
        <translation>没有找到它的参数</translation>
    </message>
    <message>
        <source>it runs through the proxy already</source>
        <translation>它已经通过代理运行</translation>
    </message>
    <message>
        <source>it does not run through the proxy</source>
        <translation>它没有通过代理运行</translation>
    </message>
    <message>
        <source>If the server requires authorization, the host can no longer ask for it: the proxy sends the headers of the entry, and nothing else.</source>
        <translation>如果服务器要求授权，宿主将无法再请求授权：代理只发送该条目的请求头。</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>它不是文件</translation>
    </message>
    <message>
        <source>it is too large for a configuration</source>
        <translation>它太大，不是配置文件</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot;: %3</source>
        <translation>%1：“%2”：%3</translation>
    </message>
    <message>
        <source>%1 has changed since it was read, so nothing was written</source>
        <translation>%1 在读取之后发生了变化，因此没有写入任何内容</translation>
    </message>
    <message>
        <source>Cancelled by operator</source>
        <translation>被操作者取消</translation>
    </message>
    <message>
        <source>Cancelled by the operator of the proxy</source>
        <translation>被代理的操作者取消</translation>
    </message>
    <message>
        <source>the client got an error from the operator</source>
        <translation>客户端得到了操作者的错误</translation>
    </message>
    <message>
        <source>the server got an error from the operator</source>
        <translation>服务器得到了操作者的错误</translation>
    </message>
    <message>
        <source>the client got the late response</source>
        <translation>客户端得到了迟到的响应</translation>
    </message>
    <message>
        <source>the server got the late response</source>
        <translation>服务器得到了迟到的响应</translation>
    </message>
    <message>
        <source>the client then cancelled, too</source>
        <translation>随后客户端也取消了</translation>
    </message>
    <message>
        <source>the server then cancelled, too</source>
        <translation>随后服务器也取消了</translation>
    </message>
    <message>
        <source>the client still waits</source>
        <translation>客户端仍在等待</translation>
    </message>
    <message>
        <source>the server still waits</source>
        <translation>服务器仍在等待</translation>
    </message>
    <message>
        <source>the client still waits (%1)</source>
        <translation>客户端仍在等待（%1）</translation>
    </message>
    <message>
        <source>the server still waits (%1)</source>
        <translation>服务器仍在等待（%1）</translation>
    </message>
    <message>
        <source>the cancellation has not left yet</source>
        <translation>取消尚未发出</translation>
    </message>
    <message>
        <source>the late response was withheld</source>
        <translation>迟到的响应被扣下</translation>
    </message>
    <message>
        <source>a late response came</source>
        <translation>来了迟到的响应</translation>
    </message>
    <message>
        <source>only progress came from the server since</source>
        <translation>此后服务器只发来了进度</translation>
    </message>
    <message>
        <source>only progress came from the client since</source>
        <translation>此后客户端只发来了进度</translation>
    </message>
    <message>
        <source>nothing came from the server since</source>
        <translation>此后服务器没有发来任何内容</translation>
    </message>
    <message>
        <source>nothing came from the client since</source>
        <translation>此后客户端没有发来任何内容</translation>
    </message>
    <message>
        <source>the operator cancelled; %1; %2</source>
        <translation>操作者取消了；%1；%2</translation>
    </message>
    <message>
        <source>the client waited until the end</source>
        <translation>客户端一直等到结束</translation>
    </message>
    <message>
        <source>the server waited until the end</source>
        <translation>服务器一直等到结束</translation>
    </message>
    <message>
        <source>the connection closed while the client waited</source>
        <translation>连接在客户端等待时关闭</translation>
    </message>
    <message>
        <source>the connection closed while the server waited</source>
        <translation>连接在服务器等待时关闭</translation>
    </message>
    <message>
        <source>changed by the rule &quot;%1&quot; of the proxy</source>
        <translation>被代理的规则“%1”更改</translation>
    </message>
    <message>
        <source>it is a text without a #! line, which names the interpreter</source>
        <translation>它是没有 #! 行的文本文件，该行应指明解释器</translation>
    </message>
    <message>
        <source>%1 is written as on Windows: use the name or the path on this system</source>
        <translation>%1 是 Windows 上的写法：请使用本系统上的名称或路径</translation>
    </message>
    <message>
        <source>The quotes are part of the name here: leave them out</source>
        <translation>引号在这里是名称的一部分：请去掉引号</translation>
    </message>
    <message>
        <source>Only a shell knows %1: use sh as the command, with the arguments -c and the whole line</source>
        <translation>只有 shell 认识 %1：请以 sh 为命令，参数为 -c 和整行命令</translation>
    </message>
    <message>
        <source>Start it with its interpreter: %1 %2</source>
        <translation>请用其解释器启动：%1 %2</translation>
    </message>
    <message>
        <source>If it is a script, start it with its interpreter (python3 %1, for example), or name the interpreter in its first line (#!/usr/bin/env python3)</source>
        <translation>如果它是脚本，请用其解释器启动（例如 python3 %1），或在第一行指明解释器（#!/usr/bin/env python3）</translation>
    </message>
    <message>
        <source>Lines on standard output: %1</source>
        <translation>标准输出上的行数：%1</translation>
    </message>
    <message>
        <source>There is no MCP server at this path: check the host and the port, and look up the path in the server&apos;s documentation</source>
        <translation>此路径上没有 MCP 服务器：请检查主机和端口，并在服务器的文档中查找路径</translation>
    </message>
    <message>
        <source>The response is a web page, not MCP: a login page or a proxy responds instead of the server. Open the URL in a browser, and read what it requires</source>
        <translation>响应是网页而不是 MCP：响应的是登录页或代理，而不是服务器。请在浏览器中打开该 URL，查看它的要求</translation>
    </message>
    <message>
        <source>The Authorization header was refused: get a new token for this server</source>
        <translation>Authorization 请求头被拒绝：请为该服务器获取新的令牌</translation>
    </message>
    <message>
        <source>The token needs the scope that the server names: %1</source>
        <translation>令牌需要服务器所指明的范围：%1</translation>
    </message>
    <message>
        <source>The member %1 occurs twice in an object (%2): some readers take the first, others the last</source>
        <translation>成员 %1 在一个对象中出现两次（%2）：有的读取方取第一个，有的取最后一个</translation>
    </message>
    <message>
        <source>a response arrived without the blank line that ends an event</source>
        <translation>收到一个响应，但缺少结束事件的空行</translation>
    </message>
    <message>
        <source>a response arrived in an event named %1, which MCP does not define</source>
        <translation>收到一个响应，但它在名为 %1 的事件中，MCP 没有定义该事件</translation>
    </message>
    <message>
        <source>%1; it wrote output without a newline, which ends each message over stdio: %2</source>
        <translation>%1；它的输出没有换行符，而 stdio 上的每条消息都以换行符结束：%2</translation>
    </message>
    <message>
        <source>there are members that JSON-RPC does not define, so it is not a message</source>
        <translation>有 JSON-RPC 未定义的成员，所以它不是消息</translation>
    </message>
    <message>
        <source>the member %1 occurs twice in %2</source>
        <translation>成员 %1 在 %2 中出现两次</translation>
    </message>
    <message>
        <source>Several messages share one line: over stdio each message is one line, and hosts read each line as one message</source>
        <translation>多条消息在同一行：stdio 上每条消息占一行，宿主把每行当作一条消息读取</translation>
    </message>
    <message>
        <source>Messages are framed as server-sent events (data: …), as over HTTP: over stdio each message is one line, and hosts cannot read these</source>
        <translation>消息以服务器发送事件（data: …）的形式发送，如同 HTTP：stdio 上每条消息占一行，宿主无法读取这些消息</translation>
    </message>
    <message>
        <source>Messages follow other text in their lines, so hosts cannot read them, found &quot;%1&quot;</source>
        <translation>行中的消息之前有其他文字，因此宿主无法读取，遇到“%1”</translation>
    </message>
    <message>
        <source>Standard output repeats messages after other text, as a logger does: it must contain only the messages of the server, found &quot;%1&quot;</source>
        <translation>标准输出像日志那样在其他文字之后重复消息：其中只能有服务器的消息，遇到“%1”</translation>
    </message>
    <message>
        <source>The server should write its log to standard error</source>
        <translation>服务器应把日志写到标准错误</translation>
    </message>
    <message>
        <source>Standard output is in UTF-16: over stdio messages are in UTF-8, and hosts cannot read these</source>
        <translation>标准输出是 UTF-16：stdio 上的消息使用 UTF-8，宿主无法读取这些消息</translation>
    </message>
    <message>
        <source>No newline follows its messages: hosts wait for the end of the line, and never read them</source>
        <translation>它的消息之后没有换行符：宿主一直等待行的结尾，永远不会读取这些消息</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>The server should write a newline after each message</source>
        <translation>服务器应在每条消息之后写入换行符</translation>
    </message>
    <message>
        <source>Look for its option for stdio, or connect to its URL if it serves HTTP</source>
        <translation>请查找它使用 stdio 的选项；如果它提供 HTTP，请连接到它的 URL</translation>
    </message>
    <message>
        <source>The server should write its messages to standard output directly, not with the functions of its logger</source>
        <translation>服务器应把消息直接写到标准输出，而不是通过日志函数</translation>
    </message>
    <message>
        <source>Set the encoding of its output to UTF-8 (PowerShell: [Console]::OutputEncoding; .NET: new UTF8Encoding(false))</source>
        <translation>请把其输出的编码设为 UTF-8（PowerShell：[Console]::OutputEncoding；.NET：new UTF8Encoding(false)）</translation>
    </message>
    <message>
        <source>The server should write a newline after each message, and then flush</source>
        <translation>服务器应在每条消息之后写入换行符，然后刷新缓冲区</translation>
    </message>
    <message>
        <source>it is written as on Windows: use the name or the path on this system</source>
        <translation>这是 Windows 上的写法：请使用本系统上的名称或路径</translation>
    </message>
    <message>
        <source>the quotes are part of the name here: leave them out</source>
        <translation>引号在这里是名称的一部分：请去掉引号</translation>
    </message>
    <message>
        <source>only a shell knows it: start sh with -c and the whole line</source>
        <translation>只有 shell 认识它：请启动 sh，参数为 -c 和整行命令</translation>
    </message>
    <message>
        <source>it is a program for another processor or system</source>
        <translation>它是用于其他处理器或系统的程序</translation>
    </message>
    <message>
        <source>%1 responds, but not as its scheme says: use http:// for an HTTP proxy, and socks5:// for a SOCKS proxy</source>
        <translation>%1 有响应，但与其协议不符：HTTP 代理请用 http://，SOCKS 代理请用 socks5://</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>%1 is not a revision of MCP</source>
        <translation>%1 不是 MCP 的版本</translation>
    </message>
    <message>
        <source>%1 is not a language of the window</source>
        <translation>%1 不是窗口的语言</translation>
    </message>
    <message>
        <source>a header requires a URL</source>
        <translation>请求头须与 URL 一起使用</translation>
    </message>
    <message>
        <source>give only one URL</source>
        <translation>请只给出一个 URL</translation>
    </message>
    <message>
        <source>%1 is not a transport</source>
        <translation>%1 不是传输方式</translation>
    </message>
    <message>
        <source>a header must have the form &quot;Name: value&quot;</source>
        <translation>请求头不符合 &quot;Name: value&quot; 的形式</translation>
    </message>
    <message>
        <source>Desktop inspector for the Model Context Protocol.</source>
        <translation>Model Context Protocol 的桌面检查工具。</translation>
    </message>
    <message>
        <source>Connect to the demo server.</source>
        <translation>连接到演示服务器。</translation>
    </message>
    <message>
        <source>Use this revision with the server: auto, or a date such as 2025-11-25.</source>
        <translation>与服务器使用此版本：auto，或日期，如 2025-11-25。</translation>
    </message>
    <message>
        <source>Use this settings file.</source>
        <translation>使用此设置文件。</translation>
    </message>
    <message>
        <source>Use this language: en or zh_CN.</source>
        <translation>使用此语言：en 或 zh_CN。</translation>
    </message>
    <message>
        <source>Send this header to the URL; may be given several times.</source>
        <translation>把此请求头发送到 URL；可以多次给出。</translation>
    </message>
    <message>
        <source>Transport of the URL: auto, streamable-http or http+sse (2024-11-05).</source>
        <translation>URL 的传输方式：auto、streamable-http 或 http+sse (2024-11-05)。</translation>
    </message>
    <message>
        <source>URL of a server.</source>
        <translation>服务器的 URL。</translation>
    </message>
    <message>
        <source>A server to start and connect to.</source>
        <translation>要启动并连接的服务器。</translation>
    </message>
    <message>
        <source>give either a URL or a command, not both</source>
        <translation>请给出 URL 或命令，不要两者都给</translation>
    </message>
    <message>
        <source>no command follows --</source>
        <translation>-- 之后没有命令</translation>
    </message>
    <message>
        <source>Demo server</source>
        <translation>演示服务器</translation>
    </message>
    <message>
        <source>Try pullcord --help.</source>
        <translation>请尝试 pullcord --help。</translation>
    </message>
    <message>
        <source>Captures to open, each in its own tab; or a configuration to import servers from.</source>
        <translation>要打开的捕获文件，各用一个标签页；或要从中导入服务器的配置文件。</translation>
    </message>
    <message>
        <source>Connect to the saved server with this name.</source>
        <translation>连接到以此名称保存的服务器。</translation>
    </message>
    <message>
        <source>Open a new window in the running Pullcord.</source>
        <translation>在正在运行的 Pullcord 中打开一个单独的窗口。</translation>
    </message>
    <message>
        <source>Start another Pullcord, even if one is already running.</source>
        <translation>无论已有什么在运行，都另外启动一个 Pullcord。</translation>
    </message>
    <message>
        <source>Opened in the Pullcord that is already running.</source>
        <translation>已在正在运行的 Pullcord 中打开。</translation>
    </message>
    <message>
        <source>there is no saved server named %1</source>
        <translation>没有以名称 %1 保存的服务器</translation>
    </message>
    <message>
        <source>Print the log of Pullcord itself to standard error: pullcord.*, or rules such as pullcord.mcp=true.</source>
        <translation>把 Pullcord 自身的日志打印到标准错误：pullcord.*，或 pullcord.mcp=true 这样的规则。</translation>
    </message>
</context>
<context>
    <name>Pullcord::WatchDialog</name>
    <message>
        <source>Watch a Host</source>
        <translation>观察宿主</translation>
    </message>
    <message>
        <source>&amp;Changes to the file:</source>
        <translation>对文件的更改(&amp;C)：</translation>
    </message>
    <message>
        <source>Tick the servers that the host should start through Pullcord&apos;s proxy. Each start is recorded in a capture, also while this window is closed.</source>
        <translation>勾选宿主应通过 Pullcord 的代理启动的服务器。每次启动都会录制成一个捕获文件，本窗口关闭时也是如此。</translation>
    </message>
    <message>
        <source>Servers of the host</source>
        <translation>宿主的服务器</translation>
    </message>
    <message>
        <source>Changes to the file</source>
        <translation>对文件的更改</translation>
    </message>
    <message>
        <source>&amp;Write Changes</source>
        <translation>写入更改(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Host:</source>
        <translation>宿主(&amp;H)：</translation>
    </message>
    <message>
        <source>Choose &amp;File…</source>
        <translation>选择文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Configurations (*.json *.jsonc *.toml *.yaml *.yml);;All files (*)</source>
        <translation>配置 (*.json *.jsonc *.toml *.yaml *.yml);;所有文件 (*)</translation>
    </message>
    <message>
        <source>No host was found on this machine. Choose the file of its configuration.</source>
        <translation>本机上没有找到宿主。请选择其配置文件。</translation>
    </message>
    <message>
        <source>Watched.</source>
        <translation>已在观察。</translation>
    </message>
    <message>
        <source>pullcord-cli was not found. Install it beside Pullcord.</source>
        <translation>没有找到 pullcord-cli。请把它安装在 Pullcord 旁边。</translation>
    </message>
    <message>
        <source>No changes</source>
        <translation>没有更改</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Watch %n Servers</source>
        <translation>
            <numerusform>观察 %n 个服务器(&amp;W)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Stop Watching %n Servers</source>
        <translation>
            <numerusform>停止观察 %n 个服务器(&amp;S)</numerusform>
        </translation>
    </message>
    <message>
        <source>Written. Restart %1, so that it reads its configuration again. Server &gt; Running Proxies then lists its watched servers; their captures are in %2.</source>
        <translation>已写入。请重新启动 %1，使其重新读取配置。此后，“服务器 &gt; 正在运行的代理”会列出被观察的服务器；其捕获文件位于 %2。</translation>
    </message>
    <message>
        <source>Watched, but %1 is missing: the host cannot start this server.</source>
        <translation>已在观察，但 %1 不存在：宿主无法启动该服务器。</translation>
    </message>
</context>
<context>
    <name>Pullcord::ProxiesMenu</name>
    <message>
        <source>Running Proxies</source>
        <translation>正在运行的代理</translation>
    </message>
</context>
<context>
    <name>Pullcord::ProxyCommands</name>
    <message>
        <source>The proxy has ended. Its requests can no longer be cancelled.</source>
        <translation>代理已结束。其请求不能再取消。</translation>
    </message>
    <message>
        <source>the proxy refused every request, or they have ended</source>
        <translation>代理拒绝取消所有请求，或这些请求已结束</translation>
    </message>
    <message>
        <source>the proxy does not know this request</source>
        <translation>代理不知道此请求</translation>
    </message>
    <message>
        <source>the request has ended, or was cancelled already</source>
        <translation>请求已结束，或已被取消</translation>
    </message>
    <message>
        <source>the protocol forbids it</source>
        <translation>协议禁止取消</translation>
    </message>
    <message>
        <source>this kind of proxy cannot do it, or it is closing</source>
        <translation>这类代理无法取消，或代理正在关闭</translation>
    </message>
    <message>
        <source>The request is cancelled, but its sender gets no error: it has a part of the response already, or no stream is open that could carry the error.</source>
        <translation>请求已取消，但其发送方得不到错误：它已收到响应的一部分，或者没有打开的流可以携带该错误。</translation>
    </message>
    <message>
        <source>the proxy has ended</source>
        <translation>代理已结束</translation>
    </message>
    <message>
        <source>the proxy does not respond</source>
        <translation>代理没有响应</translation>
    </message>
    <message>
        <source>Cannot cancel: %1.</source>
        <translation>无法取消：%1。</translation>
    </message>
</context>
<context>
    <name>Pullcord::HeldDialog</name>
    <message>
        <source>No.</source>
        <comment>number</comment>
        <translation>编号</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>id</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Held for</source>
        <translation>已扣住</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>匹配条件</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配次数</translation>
    </message>
    <message>
        <source>Remaining</source>
        <comment>matches that are left</comment>
        <translation>剩余</translation>
    </message>
    <message>
        <source>&amp;Release</source>
        <translation>放行(&amp;R)</translation>
    </message>
    <message>
        <source>Let the selected message pass as it came</source>
        <translation>让所选消息按原样通过</translation>
    </message>
    <message>
        <source>&amp;Edit and Release</source>
        <translation>编辑并放行(&amp;E)</translation>
    </message>
    <message>
        <source>Let the changed text pass instead of the message (Ctrl+Enter)</source>
        <translation>让改动后的文本代替该消息通过 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>&amp;Drop</source>
        <translation>丢弃(&amp;D)</translation>
    </message>
    <message>
        <source>The selected message never passes</source>
        <translation>所选消息不会通过</translation>
    </message>
    <message>
        <source>Release &amp;All</source>
        <translation>全部放行(&amp;A)</translation>
    </message>
    <message>
        <source>Let every held message pass as it came</source>
        <translation>让所有被扣住的消息按原样通过</translation>
    </message>
    <message>
        <source>Held Messages of %1</source>
        <translation>%1 扣住的消息</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message>
        <source>Close; the messages stay held, and the rules as they are</source>
        <translation>关闭；消息仍被扣住，规则保持不变</translation>
    </message>
    <message>
        <source>Held messages</source>
        <translation>扣住的消息</translation>
    </message>
    <message>
        <source>&amp;Held messages:</source>
        <translation>扣住的消息(&amp;H)：</translation>
    </message>
    <message>
        <source>The text of the held message</source>
        <translation>被扣住的消息的文本</translation>
    </message>
    <message>
        <source>Select a held message to read and change it</source>
        <translation>选择一条被扣住的消息，即可阅读和更改</translation>
    </message>
    <message>
        <source>&amp;Message:</source>
        <translation>消息(&amp;M)：</translation>
    </message>
    <message>
        <source>Rules of the proxy</source>
        <translation>代理的规则</translation>
    </message>
    <message>
        <source>Press Space or click a check box to switch a rule on or off</source>
        <translation>按空格键或点击复选框可打开或关闭规则</translation>
    </message>
    <message>
        <source>R&amp;ules:</source>
        <translation>规则(&amp;U)：</translation>
    </message>
    <message>
        <source>Too long to change: only the beginning of %1 is shown. The message can be released or dropped.</source>
        <translation>过长，无法更改：总共 %1，只显示开头部分。可以放行或丢弃此消息。</translation>
    </message>
    <message>
        <source>every message</source>
        <translation>所有消息</translation>
    </message>
    <message>
        <source>This is not a JSON-RPC message.</source>
        <translation>这不是 JSON-RPC 消息。</translation>
    </message>
    <message>
        <source>The proxy has ended. Messages that were held did not pass.</source>
        <translation>代理已结束。被扣住的消息没有通过。</translation>
    </message>
    <message>
        <source>No message is held.</source>
        <translation>没有消息被扣住。</translation>
    </message>
    <message>
        <source>%1 messages are held; the first %2 are shown.</source>
        <translation>扣住了 %1 条消息；显示前 %2 条。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages are held.</source>
        <translation>
            <numerusform>扣住了 %Ln 条消息。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pullcord::RuleCommands</name>
    <message>
        <source>This message is no longer held.</source>
        <translation>此消息已不再被扣住。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages are held</source>
        <translation>
            <numerusform>扣住了 %Ln 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rules are active</source>
        <translation>
            <numerusform>%Ln 条规则处于活动状态</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>messages held, rules active</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Show…</source>
        <translation>显示…</translation>
    </message>
</context>
<context>
    <name>Pullcord::ErrorDialog</name>
    <message>
        <source>Error for the Sender</source>
        <translation>给发送方的错误</translation>
    </message>
    <message>
        <source>the reason of the cancellation</source>
        <translation>取消的原因</translation>
    </message>
    <message>
        <source>&amp;Code:</source>
        <translation>代码(&amp;C)：</translation>
    </message>
    <message>
        <source>&amp;Text:</source>
        <translation>文字(&amp;T)：</translation>
    </message>
    <message>
        <source>The sender of a request that you cancel gets this error at once. %1 means a cancelled request.</source>
        <translation>您取消的请求的发送方会立即得到此错误。%1 表示请求已被取消。</translation>
    </message>
</context>
</TS>
